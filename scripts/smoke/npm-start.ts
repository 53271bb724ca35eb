import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from '../is-ready.ts'
import { expect, SmokeFailure } from './expect.ts'
import type { FreshCheckout } from './fresh-checkout.ts'
import { isAlive, processesOf, signal } from './processes.ts'

const STOP_LIMIT_MS = 20_000
const POLL_MS = 25

type Elapsed = { ms: number; text: string }

export async function startServer(stranger: FreshCheckout, limitMs: number): Promise<Elapsed> {
  const { checkout: cwd, env, ids, url } = stranger
  const startedMs = performance.now()
  // A separate process group, so that cleanup reaches every process npm has started.
  const npm = spawn('npm', ['start'], { cwd, env, ...ids, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  stranger.npm = npm
  stranger.output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (stranger.output += text))
  }

  while (!(await isReady(url))) {
    const tookMs = performance.now() - startedMs
    if (npm.exitCode !== null || npm.signalCode !== null || tookMs > limitMs) {
      const what =
        tookMs > limitMs ? `was not ready after ${limitMs / 1000} s` : `ended (${npm.signalCode ?? npm.exitCode})`
      throw new SmokeFailure(`"npm start" ${what}; its last output is above.`)
    }
    await sleep(POLL_MS)
  }
  return reportElapsed(stranger, 'ready', startedMs)
}

export async function stopServer(stranger: FreshCheckout): Promise<Elapsed> {
  const { npm, data } = stranger
  if (!npm) throw new Error('No server to stop.')
  expect(npm.exitCode === null && npm.signalCode === null, 'The server must run until it is stopped.')
  const startedMs = performance.now()
  const exit = once(npm, 'exit')
  npm.kill('SIGTERM')
  const ended = await Promise.race([exit, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
  expect(ended !== undefined, `"npm start" must end within ${STOP_LIMIT_MS / 1000} s after SIGTERM.`)
  const code = npm.exitCode ?? (npm.signalCode === 'SIGTERM' ? 143 : npm.signalCode)
  expect(code === 0 || code === 143, `"npm start" must end with 0 or 143 after SIGTERM, not with ${code}.`)
  expect(!isAlive(npm), 'The server must end when "npm start" gets a SIGTERM, but it is still running.')
  const remaining = processesOf(data)
  expect(remaining.length === 0, `No database process may be left after the stop, but ${remaining.join(', ')} is.`)
  stranger.npm = undefined
  return reportElapsed(stranger, 'stopped', startedMs)
}

/** Ends every process of this user's checkout. */
export async function stopAll({ npm, data }: FreshCheckout): Promise<void> {
  if (npm) {
    signal(npm, 'SIGTERM')
    for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && isAlive(npm); waitedMs += 100) await sleep(100)
    signal(npm, 'SIGKILL')
  }
  for (const pid of processesOf(data)) signal(pid, 'SIGKILL')
}

function reportElapsed({ name }: FreshCheckout, what: string, startedMs: number): Elapsed {
  const ms = Math.round(performance.now() - startedMs)
  const text = `${(ms / 1000).toFixed(2)} s`
  console.log(`  as ${name}: ${what} after ${text}`)
  return { ms, text }
}

import { isIPv6 } from 'node:net'
import { type Config, loadConfig } from './config.ts'
import { StartError } from './kit/start-error.ts'
import { createLog } from './log.ts'
import { type Running, start } from './start.ts'

/** Longer than requests (15 s) and jobs (10 s) may take together. */
const LONGEST_STOP_MS = 30_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const config = loadConfig()
  const starting = start(config, createLog(config.LOG_LEVEL), say, (error) => void fail(starting, error))
  stopOnSignal(starting)
  await starting
  introduce(config)
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

/** Whoever watches over this process starts it again, and reads here why it ended. */
async function fail(starting: Promise<Running>, error: Error): Promise<void> {
  process.stderr.write(`The database could not be started again. ${error.message}\n`)
  // Also for a stop that is already under way.
  process.exitCode = 1
  exitAfter(LONGEST_STOP_MS, starting)
  await starting.then((running) => running.stop()).catch(() => {})
  process.exit(1)
}

/** Whatever hangs, this process ends; the next start takes over what it leaves. */
function exitAfter(ms: number, starting: Promise<Running>): void {
  setTimeout(async () => {
    const closing = await starting.then((running) => running.closing()).catch(() => 'the start')
    process.stderr.write(`Gave up: ${closing} did not end within ${ms / 1000} s.\n`)
    process.exit(1)
  }, ms).unref()
}

function introduce({ ROLE, HOST, PORT, PUBLIC_URL, STOREFRONT_URL }: Config): void {
  say('')
  if (ROLE === 'worker') {
    say('Storedesk is ready and runs jobs. Ctrl-C stops it.')
    say(`  health         http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}/healthz, /readyz, /metrics`)
    return
  }
  say(`Storedesk is ready: ${PUBLIC_URL}`)
  say(`  dashboard      ${PUBLIC_URL}/dashboard/`)
  say(`  API reference  ${PUBLIC_URL}/docs`)
  say(`  storefronts    ${STOREFRONT_URL}`)
  say('Ctrl-C stops it.')
}

/** npm passes a terminal's Ctrl-C on, so one press may arrive twice: only a later one means impatience. */
function stopOnSignal(starting: Promise<Running>): void {
  let firstAt: number | undefined
  const onSignal = async () => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > 1000) await starting.then((running) => running.hurry()).catch(() => {})
      return
    }
    firstAt = Date.now()
    say('Stopping: requests and jobs under way are finished first…')
    exitAfter(LONGEST_STOP_MS, starting)
    await starting.then((running) => running.stop()).catch(() => {})
    say('Stopped.')
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

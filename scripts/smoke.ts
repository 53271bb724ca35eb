// Tests a newcomer's first minutes: clone, `npm start`, first call, stop, start again. Run as root, it also tests an
// ordinary user, who installs all packages, while root reuses those of this checkout. Both reuse its built pages, if
// there are any. Restarts run one after the other, because they are timed. Only committed files are cloned.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkResponses } from './smoke/check-responses.ts'
import { expect, SmokeFailure } from './smoke/expect.ts'
import { createCheckout, type FreshCheckout, users } from './smoke/fresh-checkout.ts'
import { startServer, stopAll, stopServer } from './smoke/npm-start.ts'

/** Detects a hang: an installation takes as long as the registry does. */
const START_LIMIT_MS = 400_000
/** On an idle machine; a busy one has as much more as it takes to start a bare Node. */
const RESTART_LIMIT_MS = 3000
const BARE_START_MS = 60

const temp = mkdtempSync(join(realpathSync(tmpdir()), 'storedesk-smoke-'))
chmodSync(temp, 0o755) // the ordinary user and the database user need access
const checkouts: FreshCheckout[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}

try {
  for (const user of users()) checkouts.push(await createCheckout(user, temp))
  const first = await Promise.all(checkouts.map(firstRun))
  const rounds: object[] = []
  for (const [index, checkout] of checkouts.entries()) rounds.push({ ...first[index], ...(await secondRun(checkout)) })
  console.table(rounds)
  console.log('All checks passed.')
} catch (error) {
  for (const { name, output } of checkouts) console.error(`Last output for ${name}:\n${output.slice(-5000)}`)
  console.error(error instanceof SmokeFailure ? `Check failed: ${error.message}` : error)
  process.exitCode = 1
} finally {
  await cleanUp()
}

async function firstRun(checkout: FreshCheckout) {
  const firstStart = await startServer(checkout, START_LIMIT_MS)
  await checkResponses(checkout)
  const firstStop = await stopServer(checkout)
  return { user: checkout.name, 'first start': firstStart.text, stop: firstStop.text }
}

async function secondRun(checkout: FreshCheckout) {
  // Retries once, because a busy machine can slow down any single start; a slow server is slow both times.
  let restart = await timedRestart(checkout)
  if (restart.ms > restart.limitMs) {
    await stopServer(checkout)
    restart = await timedRestart(checkout)
  }
  const { ms, limitMs } = restart
  expect(ms <= limitMs, `A second start must take at most ${limitMs} ms, not ${ms} ms.`)
  await checkResponses(checkout)
  const secondStop = await stopServer(checkout)
  return { 'second start': restart.text, 'second stop': secondStop.text }
}

async function timedRestart(checkout: FreshCheckout) {
  const bareMs = [bareStartMs(), bareStartMs()]
  const restart = await startServer(checkout, START_LIMIT_MS)
  const slowdown = Math.max(...bareMs, bareStartMs(), bareStartMs()) / BARE_START_MS
  return { ...restart, limitMs: Math.round(RESTART_LIMIT_MS * Math.max(1, slowdown)) }
}

function bareStartMs(): number {
  const startedMs = performance.now()
  spawnSync(process.execPath, ['--eval', '0'])
  return performance.now() - startedMs
}

async function cleanUp(): Promise<void> {
  for (const checkout of checkouts) await stopAll(checkout)
  rmSync(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

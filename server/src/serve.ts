import { isIPv6 } from 'node:net'
import { type Config, loadConfig } from './config.ts'
import { StartError } from './kit/start-error.ts'
import { createLog } from './log.ts'
import { type RunningServer, start } from './start.ts'

/** Longer than requests (15 s) and jobs (10 s) may take together. */
const STOP_TIMEOUT_MS = 30_000

const print = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const config = loadConfig()
  const starting = start(config, createLog(config.LOG_LEVEL), print, (error) => void fail(starting, error))
  stopOnSignal(starting, STOP_TIMEOUT_MS + config.SHUTDOWN_DELAY_SECONDS * 1000)
  await starting
  printAddresses(config)
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

/** The process supervisor restarts this process, and its log shows why it ended. */
async function fail(starting: Promise<RunningServer>, error: Error): Promise<void> {
  process.stderr.write(`The database could not be restarted. ${error.message}\n`)
  // Also for a stop in progress.
  process.exitCode = 1
  exitAfter(STOP_TIMEOUT_MS, starting)
  await starting.then((running) => running.stop()).catch(() => {})
  process.exit(1)
}

/** Whatever hangs, this process exits; the next start recovers what it leaves. */
function exitAfter(ms: number, starting: Promise<RunningServer>): void {
  setTimeout(async () => {
    const closing = await starting.then((running) => running.waitingFor()).catch(() => 'the start')
    process.stderr.write(`Stop forced: ${closing} did not finish within ${ms / 1000} s.\n`)
    process.exit(1)
  }, ms).unref()
}

function printAddresses(config: Config): void {
  const { ROLE, HOST, PORT, DEMO, PUBLIC_URL, STOREFRONT_URL, SMTP_LISTEN_HOST, SMTP_LISTEN_PORT } = config
  print('')
  if (ROLE === 'worker') {
    print('Storedesk is ready and runs jobs. Press Ctrl-C to stop.')
    print(`  health         http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}/healthz, /readyz, /metrics`)
    return
  }
  print(`Storedesk is ready: ${PUBLIC_URL}`)
  print(`  dashboard      ${PUBLIC_URL}/dashboard/`)
  if (DEMO === 'on') print(`  demo shop      ${PUBLIC_URL}/shop/`)
  print(`  documentation  ${PUBLIC_URL}/docs/`)
  print(`  storefront API ${STOREFRONT_URL}/v1`)
  if (SMTP_LISTEN_PORT) print(`  inbound email  smtp://${SMTP_LISTEN_HOST}:${SMTP_LISTEN_PORT}`)
  print('Press Ctrl-C to stop.')
}

/** npm forwards a terminal's Ctrl-C, so one press may arrive twice: only a later one forces the stop. */
function stopOnSignal(starting: Promise<RunningServer>, timeoutMs: number): void {
  let firstAt: number | undefined
  const onSignal = async () => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > 1000) await starting.then((running) => running.forceStop()).catch(() => {})
      return
    }
    firstAt = Date.now()
    print('Stopping: waiting for open requests and running jobs…')
    exitAfter(timeoutMs, starting)
    await starting.then((running) => running.stop()).catch(() => {})
    print('Stopped.')
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

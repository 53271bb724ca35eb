import { type Config, loadConfig } from './config.ts'
import { StartError } from './kit/start-error.ts'
import { createLog } from './log.ts'
import { type Running, start } from './start.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const config = loadConfig()
  const starting = start(config, createLog(config.LOG_LEVEL), say)
  stopOnSignal(starting)
  introduce(config, await starting)
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

function introduce(config: Config, { bootstrap }: Running): void {
  if (bootstrap) {
    say('')
    say('The demo workspace is open. Its keys are shown this once:')
    say(`  workspace id   ${bootstrap.workspaceId}`)
    say(`  sandbox id     ${bootstrap.sandboxId}`)
    say(`  test key       ${bootstrap.testKey}`)
    say(`  live key       ${bootstrap.liveKey}`)
  }
  say('')
  if (config.ROLE === 'worker') {
    say('Storedesk is ready and runs jobs. Ctrl-C stops it.')
    return
  }
  say(`Storedesk is ready: ${config.PUBLIC_URL}`)
  say(`  dashboard      ${config.PUBLIC_URL}/dashboard/`)
  say(`  API reference  ${config.PUBLIC_URL}/docs`)
  if (bootstrap)
    say(`  try it         curl -H "Authorization: Bearer ${bootstrap.testKey}" ${config.PUBLIC_URL}/v1/workspace`)
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
    await starting.then((running) => running.stop()).catch(() => {})
    say('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

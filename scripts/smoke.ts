// Proves the first minutes of a stranger: clone, `npm start`, first call, stop, start again. Run as root it does so for an
// ordinary user too: that one installs all packages, and root is lent those of where this runs. Both are lent its pages, which
// its own set-up has built, if it runs where they are. They start again one after the other, since that is timed. Only what is
// committed is cloned.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAnswers } from './smoke/answers.ts'
import { endAll, startServer, stopServer } from './smoke/npm-start.ts'
import { BrokenPromise, expect } from './smoke/promise.ts'
import { arrive, type Stranger, users } from './smoke/stranger.ts'

/** Alone; those who start at the same time share the machine. */
const START_LIMIT_MS = 120_000
const RESTART_LIMIT_MS = 3000

const temp = mkdtempSync(join(realpathSync(tmpdir()), 'storedesk-smoke-'))
chmodSync(temp, 0o755) // the ordinary user, and the user of the database, must get through
const strangers: Stranger[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}

try {
  for (const user of users()) strangers.push(await arrive(user, temp))
  const first = await Promise.all(strangers.map(firstMinutes))
  const rounds: object[] = []
  for (const [index, stranger] of strangers.entries()) rounds.push({ ...first[index], ...(await comeBack(stranger)) })
  console.table(rounds)
  console.log('Every promise was kept.')
} catch (error) {
  for (const { name, output } of strangers) console.error(`What ${name} saw last:\n${output.slice(-5000)}`)
  console.error(error instanceof BrokenPromise ? `Broken promise: ${error.message}` : error)
  process.exitCode = 1
} finally {
  await cleanUp()
}

async function firstMinutes(stranger: Stranger) {
  const firstStart = await start(stranger)
  await checkAnswers(stranger)
  const firstStop = await stopServer(stranger)
  return { user: stranger.name, 'first start': firstStart.text, stop: firstStop.text }
}

async function comeBack(stranger: Stranger) {
  // A second try, because a busy machine may make any one start slow; a slow server is slow both times.
  let restart = await start(stranger)
  if (restart.ms > RESTART_LIMIT_MS) {
    await stopServer(stranger)
    restart = await start(stranger)
  }
  expect(restart.ms <= RESTART_LIMIT_MS, `A second start takes at most ${RESTART_LIMIT_MS} ms, not ${restart.ms} ms.`)
  await checkAnswers(stranger)
  const secondStop = await stopServer(stranger)
  return { 'second start': restart.text, 'second stop': secondStop.text }
}

function start(stranger: Stranger) {
  return startServer(stranger, START_LIMIT_MS * strangers.length)
}

async function cleanUp(): Promise<void> {
  for (const stranger of strangers) await endAll(stranger)
  rmSync(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

import { loadConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { openDatabase } from './db/database.ts'
import { type DeadLetter, listDeadLetters, retryDeadLetters } from './jobs/dead-letters.ts'
import { StartError } from './kit/start-error.ts'

const USAGE = `npm run jobs                    list the jobs that failed and have no attempts left
npm run jobs -- retry ID…       retry these jobs with all their attempts
npm run jobs -- retry all       retry all of them`

try {
  const [command = 'list', ...ids] = process.argv.slice(2)
  if (command !== 'list' && (command !== 'retry' || ids.length === 0 || !ids.every((id) => /^(\d+|all)$/.test(id)))) {
    throw new StartError(USAGE)
  }
  const config = loadConfig()
  const { connection, shared, close } = await connectDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    print: () => {},
  })
  const db = openDatabase({ connection, maxConnections: 1 })
  try {
    const deadLetters = await listDeadLetters({ db })
    if (command === 'list') print(deadLetters)
    else {
      const selectedIds = ids.includes('all') ? deadLetters.map(({ id }) => id) : ids.map(Number)
      const count = await retryDeadLetters({ db }, selectedIds)
      console.log(`${count} ${count === 1 ? 'job' : 'jobs'} will be retried.`)
    }
  } finally {
    await db.close()
    if (!shared) await close()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function print(deadLetters: DeadLetter[]): void {
  if (deadLetters.length === 0) console.log('No failed jobs.')
  for (const { id, job, attempts, lastError, createdAt } of deadLetters) {
    console.log(
      `${id}  ${job}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} since ${createdAt}\n    ${lastError?.split('\n', 1)[0] ?? 'no error recorded'}`,
    )
  }
}

import { loadConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { openDatabase } from './db/database.ts'
import { type DeadLetter, listDeadLetters, retryDeadLetters } from './jobs/dead-letters.ts'
import { StartError } from './kit/start-error.ts'

const USAGE = `npm run jobs                    lists the jobs that have used up their attempts
npm run jobs -- retry ID…       gives these all their attempts again
npm run jobs -- retry all       the same for every one of them`

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
      console.log(`${await retryDeadLetters({ db }, selectedIds)} jobs will be tried again.`)
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
  if (deadLetters.length === 0) console.log('No job has used up its attempts.')
  for (const { id, job, attempts, lastError, createdAt } of deadLetters) {
    console.log(
      `${id}  ${job}  ${attempts} attempts since ${createdAt}\n    ${lastError?.split('\n', 1)[0] ?? 'no error was noted'}`,
    )
  }
}

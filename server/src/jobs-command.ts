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
    say: () => {},
  })
  const db = openDatabase({ connection, maxConnections: 1 })
  try {
    const dead = await listDeadLetters({ db })
    if (command === 'list') print(dead)
    else {
      const wanted = ids.includes('all') ? dead.map(({ id }) => id) : ids.map(Number)
      console.log(`${await retryDeadLetters({ db }, wanted)} jobs will be tried again.`)
    }
  } finally {
    await db.close()
    if (!shared) await close()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function print(dead: DeadLetter[]): void {
  if (dead.length === 0) console.log('No job has used up its attempts.')
  for (const { id, job, attempts, lastError, createdAt } of dead) {
    console.log(
      `${id}  ${job}  ${attempts} attempts since ${createdAt}\n    ${lastError?.split('\n', 1)[0] ?? 'no error was noted'}`,
    )
  }
}

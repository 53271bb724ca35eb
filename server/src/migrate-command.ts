// Brings the schema up to date without starting a server: a job of a deployment runs it before the new servers start.
import { loadConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { distributeNewTables } from './db/distribute.ts'
import { migrate } from './db/migrate.ts'
import { StartError } from './kit/start-error.ts'

try {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadConfig()
  if (!databaseUrl) throw new StartError('Set DATABASE_URL. The embedded database is migrated when the server starts.')
  const { connection } = await connectDatabase({ databaseUrl, dataDir, print: console.log })
  await migrate(connection, { print: console.log })
  await distributeNewTables(connection, console.log)
  console.log('The schema is up to date.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

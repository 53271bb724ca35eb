// Distributes the tables of DATABASE_URL, the coordinator of a Citus cluster, over its workers. Stop all servers first.
import { loadConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { distribute } from './db/distribute.ts'
import { migrate } from './db/migrate.ts'
import { StartError } from './kit/start-error.ts'

try {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadConfig()
  if (!databaseUrl) throw new StartError('Set DATABASE_URL to the coordinator of a Citus cluster.')
  const { connection } = await connectDatabase({ databaseUrl, dataDir, print: console.log })
  await migrate(connection, { print: console.log })
  await distribute(connection, { print: console.log })
  console.log('The database is distributed.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

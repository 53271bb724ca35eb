// Only the operator of the installation may raise limits, so this is a command and not an endpoint.
import { loadConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { openDatabase } from './db/database.ts'
import { isUuid } from './kit/ids.ts'
import { StartError } from './kit/start-error.ts'
import { MAX_RATE_LIMIT_FACTOR, setRateLimitFactor } from './modules/workspaces/workspaces.ts'

const USAGE = `npm run limits -- WORKSPACE_ID FACTOR    multiply all rate limits of the workspace's keys by 1 to ${MAX_RATE_LIMIT_FACTOR}`

try {
  const [workspaceId = '', factor = ''] = process.argv.slice(2)
  const isValid = /^\d{1,4}$/.test(factor) && Number(factor) >= 1 && Number(factor) <= MAX_RATE_LIMIT_FACTOR
  if (!isUuid(workspaceId) || !isValid) throw new StartError(USAGE)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadConfig()
  const { connection, shared, close } = await connectDatabase({ databaseUrl, dataDir, print: () => {} })
  const db = openDatabase({ connection, maxConnections: 1 })
  try {
    const isFound = await setRateLimitFactor({ db }, workspaceId, Number(factor))
    if (!isFound) throw new StartError(`There is no workspace ${workspaceId}.`)
    console.log(`All servers use ${factor} times the usual limits within five minutes.`)
  } finally {
    await db.close()
    if (!shared) await close()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

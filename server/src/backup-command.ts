import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backUp, backupName } from './backup/backup.ts'
import { loadConfig } from './config.ts'
import { startEmbedded } from './db/embedded/embedded.ts'
import { isInUse, type SocketConnection } from './db/embedded/probe.ts'
import { StartError } from './kit/start-error.ts'

const USAGE = `npm run backup                   back up into a new folder in backups/
npm run backup -- FOLDER         back up into FOLDER, which must not exist`

try {
  const [folder, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || folder?.startsWith('-')) throw new StartError(USAGE)
  const config = loadConfig()
  if (config.DATABASE_URL) {
    throw new StartError(
      'This command backs up the embedded database, but DATABASE_URL is set. Back up your PostgreSQL with pg_dump or the tools of its provider, then the files: see docs/backup.md.',
    )
  }
  const entries = await readdir(config.DATA_DIR).catch(() => [])
  if (!entries.some((name) => /^pg\d+$/.test(name))) throw new StartError(`${config.DATA_DIR} has no data to back up.`)
  const target = resolve(process.env.INIT_CWD ?? '.', folder ?? join('backups', backupName(new Date())))
  const { connection, isTakenOver, stop } = await startEmbedded({ dataDir: config.DATA_DIR, print: console.log })
  try {
    const description = await backUp({
      connection,
      dataDir: config.DATA_DIR,
      target,
      filesInBucket: config.FILES_URL !== undefined,
      secretKeyConfigured: config.SECRET_KEY !== undefined,
      print: console.log,
    })
    console.log(`Backed up the database and ${description.fileCount} files to ${target}`)
    if (description.files === 'in a bucket') console.log('The bucket of FILES_URL is not included: see docs/backup.md.')
    if (description.secretKey === 'in SECRET_KEY') console.log('SECRET_KEY is not included: keep it with the backup.')
  } finally {
    await leave(connection, isTakenOver, stop)
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** A server that was started during the backup uses the same database. */
async function leave(connection: SocketConnection, isTakenOver: boolean, stop: () => Promise<void>): Promise<void> {
  if (isTakenOver || (await isInUse(connection.host))) return
  await stop()
}

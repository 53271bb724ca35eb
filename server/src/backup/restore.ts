import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { findPlatformPackage } from '../db/embedded/binaries.ts'
import { majorVersion } from '../db/embedded/cluster.ts'
import {
  assertReachableBy,
  chooseOwner,
  cleanEnvironment,
  createDataFolder,
  ignoreCodes,
  isRoot,
  type Owner,
} from '../db/embedded/owner.ts'
import { readPostmasterLock } from '../db/embedded/postmaster.ts'
import { StartError } from '../kit/start-error.ts'
import { type BackupDescription, copyMissing, DATABASE_ARCHIVE, DESCRIPTION, sha256Of } from './backup.ts'

interface Options {
  backup: string
  dataDir: string
  /** Moves existing data aside instead of refusing. */
  replace: boolean
  print: (line: string) => void
}

interface RestoreResult {
  description: BackupDescription
  /** Folder with the data that was there before. */
  replaced: string | undefined
}

/** Everything is prepared next to its place and moved there at the end: a failed restore changes nothing. */
export async function restore({ backup, replace, print, ...options }: Options): Promise<RestoreResult> {
  const description = await readDescription(backup)
  const major = majorVersion((await findPlatformPackage()).version)
  if (majorVersion(description.postgresVersion) !== major) {
    throw new StartError(
      `The backup was made with PostgreSQL ${majorVersion(description.postgresVersion)}, but this release includes ${major}. Restore it with the release that made it (${description.version}), and then upgrade.`,
    )
  }
  await createDataFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const cluster = join(dataDir, `pg${major}`)
  if ((await readPostmasterLock(cluster))?.isAlive || (await isDatabaseListening(dataDir))) {
    throw new StartError(`A server is running on ${dataDir}. Stop it, then restore.`)
  }
  const existing = (await readdir(dataDir)).filter(
    (name) => /^pg\d+$/.test(name) || ['files', 'secret-key'].includes(name),
  )
  if (existing.length > 0 && !replace) {
    throw new StartError(
      `${dataDir} contains data. Set DATA_DIR to another folder, or add --replace to move the existing data aside.`,
    )
  }

  print('Checking the backup…')
  const archive = join(backup, DATABASE_ARCHIVE)
  if ((await sha256Of(archive)) !== description.databaseSha256) {
    throw new StartError(`${archive} is damaged: its checksum is not the one in ${DESCRIPTION}. Use another backup.`)
  }
  const owner = await chooseDatabaseOwner(cluster, dataDir)
  await assertReachableBy(dataDir, owner)
  // A start removes what a killed restore leaves behind under this name.
  const database = await mkdtemp(`${cluster}.new-`)
  const prepared = await mkdtemp(join(dataDir, 'restoring-'))
  try {
    print('Restoring the database…')
    if (isRoot()) await chown(database, owner.uid, owner.gid)
    await chmod(database, 0o700)
    await unpack(archive, database, owner)
    print('Restoring files…')
    await copyMissing(join(backup, 'files'), join(prepared, 'files'))
    if (description.secretKey === 'included') await copyFile(join(backup, 'secret-key'), join(prepared, 'secret-key'))
    if (isRoot()) await giveTo(await findFilesOwner(dataDir), prepared)

    const replaced = existing.length > 0 ? await moveAside(dataDir, existing) : undefined
    for (const name of await readdir(prepared)) await rename(join(prepared, name), join(dataDir, name))
    // Last: a start in between would find no database and say so by creating an empty one.
    await rename(database, cluster)
    return { description, replaced }
  } finally {
    await rm(database, { recursive: true, force: true })
    await rm(prepared, { recursive: true, force: true })
  }
}

/** Also sees a server in another container, whose processes are not visible here. */
function isDatabaseListening(dataDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(dataDir, 'run', '.s.PGSQL.5432'))
    const end = (isListening: boolean) => {
      socket.destroy()
      resolve(isListening)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

/** Root restores for the user who starts the server: whoever has the folder, unless there is data to replace. */
async function chooseDatabaseOwner(cluster: string, dataDir: string): Promise<Owner> {
  const { uid, gid } = await stat(dataDir)
  const isFree = (await stat(cluster).catch(ignoreCodes('ENOENT'))) === undefined
  return isRoot() && uid !== 0 && isFree ? { uid, gid } : chooseOwner(cluster)
}

/** The server itself may be root, and only its database another user. */
async function findFilesOwner(dataDir: string): Promise<Owner> {
  const { uid, gid } = (await stat(join(dataDir, 'files')).catch(ignoreCodes('ENOENT'))) ?? (await stat(dataDir))
  return { uid, gid }
}

async function giveTo({ uid, gid }: Owner, folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
}

async function readDescription(backup: string): Promise<BackupDescription> {
  const text = await readFile(join(backup, DESCRIPTION), 'utf8').catch(ignoreCodes('ENOENT', 'ENOTDIR'))
  if (!text) throw new StartError(`${backup} is not a complete backup: it has no ${DESCRIPTION}.`)
  const description = JSON.parse(text) as BackupDescription
  if (description.format !== 1) {
    throw new StartError(
      `${backup} was made by a newer release (${description.version}). Restore it with that release.`,
    )
  }
  return description
}

/** As the user who will run PostgreSQL, which refuses data of others. That user need not be able to read the backup. */
async function unpack(archive: string, folder: string, owner: Owner): Promise<void> {
  const tar = spawn('tar', ['-xf', '-', '-C', folder], {
    ...(isRoot() ? owner : {}),
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let output = ''
  tar.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject).on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))))
  })
  const [read, unpacked] = await Promise.allSettled([
    pipeline(createReadStream(archive), createGunzip(), tar.stdin),
    ended,
  ])
  const failure = unpacked.status === 'rejected' ? unpacked : read
  if (failure.status === 'rejected') {
    throw new StartError(`The database could not be unpacked (${(failure.reason as Error).message}).`)
  }
}

async function moveAside(dataDir: string, names: string[]): Promise<string> {
  const folder = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  const { mode, uid, gid } = await stat(dataDir)
  await mkdir(folder, { mode: mode & 0o777 })
  if (isRoot()) await chown(folder, uid, gid)
  for (const name of names) await rename(join(dataDir, name), join(folder, name))
  return folder
}

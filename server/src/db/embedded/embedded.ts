import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseState } from '../../kit/health.ts'
import { StartError } from '../../kit/start-error.ts'
import { findBinaries, findPlatformPackage } from './binaries.ts'
import { ensureCluster, majorVersion } from './cluster.ts'
import { launchPostmaster, openLog } from './launch.ts'
import { assertReachableBy, chooseOwner, createDataFolder, createPrivateFolder, type Owner } from './owner.ts'
import { isPostmaster, stopPostmaster } from './postmaster.ts'
import { type SocketConnection, socketConnection } from './probe.ts'
import { type Supervision, type SupervisionOptions, supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  /** For `pg`: host is the socket's folder. */
  connection: SocketConnection
  /**
   * True when an orphan of a crashed server was taken over. It may also be no orphan but the database of a server that still runs on this
   * data folder: who finds that the advisory lock is held must end without `stop`.
   */
  isTakenOver: boolean
  /** Starts it again whenever it dies, until `stop`. */
  supervise(options: SupervisionOptions): () => DatabaseState
  stop(): Promise<void>
}

interface Options {
  /** Absolute; made when absent. */
  dataDir: string
  /** Tells a person about work that takes a moment. */
  print: (line: string) => void
  /** False for tests: fast, and lost when the machine goes down. */
  durable?: boolean
}

/** Starts the PostgreSQL of this data folder, reachable through a socket in a private folder and in no other way. */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    throw toStartError(error as NodeJS.ErrnoException, options.dataDir)
  }
}

async function start(options: Options): Promise<EmbeddedPostgres> {
  const { print, durable = true } = options
  if (process.platform === 'win32') {
    throw new StartError(
      'The PostgreSQL that comes with Storedesk needs Unix sockets, which Node does not have on Windows: set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const platform = await findPlatformPackage()
  await createDataFolder(options.dataDir)
  // Without links, as PostgreSQL will name it.
  const dataDir = await realpath(options.dataDir)
  const cluster = join(dataDir, `pg${majorVersion(platform.version)}`)
  const log = join(dataDir, 'postgres.log')

  const owner = await chooseOwner(cluster)
  await assertReachableBy(dataDir, owner)
  const binaries = await findBinaries(platform, dataDir, owner, print)
  await ensureCluster({ cluster, binaries, owner, durable, print })
  const socketFolder = await makeSocketFolder(dataDir, owner)
  const launchOptions = { cluster, socketFolder, log, binaries, owner, durable, print }
  const { pid, isTakenOver } = await launchPostmaster(launchOptions)
  let supervision: Supervision | undefined

  const trimming = setInterval(() => trimLog(log, owner), 3_600_000).unref()
  const stop = async () => {
    clearInterval(trimming)
    await stopPostmaster((await supervision?.stop()) ?? pid, cluster)
  }
  let stopping: Promise<void> | undefined
  return {
    connection: socketConnection(socketFolder),
    isTakenOver,
    supervise: (options) => {
      // Where it can't be told, it is looked at again soon.
      const isAlive = (pid: number) => isPostmaster(pid, cluster).catch(() => true)
      const relaunch = async () => {
        await createPrivateFolder(socketFolder, owner)
        return (await launchPostmaster({ ...launchOptions, print: () => {} })).pid
      }
      supervision ??= supervise({ pid, dataDir, isAlive, launch: relaunch }, options)
      return supervision.state
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** The system allows a socket's path 104 bytes (macOS) or 108; deep in the folders it lies in the one for temporary files instead. */
async function makeSocketFolder(dataDir: string, owner: Owner): Promise<string> {
  const shortName = `storedesk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folders = [join(dataDir, 'run'), join(tmpdir(), shortName), join('/tmp', shortName)]
  const folder =
    folders.find((folder) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) ?? `/tmp/${shortName}`
  await createPrivateFolder(folder, owner)
  await assertReachableBy(dirname(folder), owner)
  return folder
}

/** Opening it does the trimming. A full disk must not end the server from here. */
const trimLog = (log: string, owner: Owner) =>
  openLog({ log, owner }).then(
    (handle) => handle.close(),
    () => {},
  )

/** What the file system refuses, the operator can mend. */
function toStartError(error: NodeJS.ErrnoException, dataDir: string): Error {
  if (error instanceof StartError || !error.syscall) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new StartError(`There is no space left for the database in ${dataDir} (${error.message}): make room.`)
  }
  return new StartError(
    `The data folder ${dataDir} cannot be used (${error.message}): make it a folder that this user may write to, or set DATA_DIR to another one.`,
  )
}

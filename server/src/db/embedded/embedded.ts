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
  /** For `pg`: the host is the socket's folder. */
  connection: SocketConnection
  /**
   * True when it adopted the orphan of a crashed server. It may instead be the database of a server that still runs on
   * this data folder: if the advisory lock is held, exit without `stop`.
   */
  isTakenOver: boolean
  /** Restarts it whenever it dies, until `stop`. */
  supervise(options: SupervisionOptions): () => DatabaseState
  stop(): Promise<void>
}

interface Options {
  /** Absolute; created when missing. */
  dataDir: string
  /** Reports work that takes a moment. */
  print: (line: string) => void
  /** False for tests: fast, and lost when the machine goes down. */
  durable?: boolean
}

/** Starts the PostgreSQL of this data folder, reachable only through a socket in a private folder. */
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
      'The embedded PostgreSQL needs Unix sockets, which Node does not support on Windows. Set DATABASE_URL to your own PostgreSQL.',
    )
  }
  const platform = await findPlatformPackage()
  await createDataFolder(options.dataDir)
  // Without links, as PostgreSQL will report it.
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
      // If the check fails, assume it is alive and check again soon.
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

/**
 * The system limits a socket's path to 104 bytes (macOS) or 108; a longer one moves to the folder for temporary files.
 */
async function makeSocketFolder(dataDir: string, owner: Owner): Promise<string> {
  const shortName = `storedesk-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folders = [join(dataDir, 'run'), join(tmpdir(), shortName), join('/tmp', shortName)]
  const folder =
    folders.find((folder) => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) ?? `/tmp/${shortName}`
  await createPrivateFolder(folder, owner)
  await assertReachableBy(dirname(folder), owner)
  return folder
}

/** Opening the log trims it. A full disk must not crash the server from here. */
const trimLog = (log: string, owner: Owner) =>
  openLog({ log, owner }).then(
    (handle) => handle.close(),
    () => {},
  )

/** File system errors are the operator's to fix. */
function toStartError(error: NodeJS.ErrnoException, dataDir: string): Error {
  if (error instanceof StartError || !error.syscall) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new StartError(`No space left for the database in ${dataDir} (${error.message}). Free some disk space.`)
  }
  return new StartError(
    `The data folder ${dataDir} cannot be used (${error.message}). Make it a folder that this user can write to, or set DATA_DIR to another one.`,
  )
}

import { constants, type FileHandle, open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../kit/start-error.ts'
import type { Binaries } from './binaries.ts'
import { findErrorLine } from './cluster.ts'
import { isRoot, type Owner } from './owner.ts'
import {
  isPostmaster,
  type PostmasterLock,
  postmasterArguments,
  readPostmasterLock,
  removeStaleSocketLock,
  spawnPostmaster,
  stopPostmaster,
  wasStartedWith,
} from './postmaster.ts'
import { identifyServer, isInUse, waitUntilReady } from './probe.ts'

interface LaunchOptions {
  cluster: string
  socketFolder: string
  log: string
  binaries: Binaries
  owner: Owner
  durable: boolean
  print: (line: string) => void
}

/** Long enough for crash recovery: PostgreSQL checkpoints every five minutes, so there is never much to replay. */
const startTimeoutMs = 60_000

/** Returns a postmaster that accepts connections: the orphan of a crashed server, or a new one. */
export async function launchPostmaster(options: LaunchOptions): Promise<{ pid: number; isTakenOver: boolean }> {
  const deadline = Date.now() + startTimeoutMs
  while (true) {
    const lock = await readPostmasterLock(options.cluster)
    if (lock?.isAlive) {
      if (await takeOver(options, lock)) return { pid: lock.pid, isTakenOver: true }
      continue
    }
    const pid = await startPostmaster(options, lock)
    if (pid) return { pid, isTakenOver: false }
    if (Date.now() > deadline) throw stillBusyError(options)
    await sleep(100)
  }
}

/** False when that postmaster is gone, by itself or because we stopped it: its version or settings were not ours. */
async function takeOver(options: LaunchOptions, lock: PostmasterLock): Promise<boolean> {
  const { cluster, binaries, print } = options
  const socketFolder = lock.socketFolder ?? options.socketFolder
  const hasEnded = async () => !(await isPostmaster(lock.pid, cluster))
  const result = await waitUntilReady({
    socketFolder,
    hasEnded,
    print,
    timeoutMs: { busy: startTimeoutMs, silent: 5_000 },
  })
  if (result === 'ended') return false
  if (result === 'busy') throw stillBusyError(options)
  if (result === 'ready') {
    const server = await identifyServer(socketFolder)
    const args = postmasterArguments(cluster, options.socketFolder, options.durable)
    const isOurs = server.version === binaries.version && server.cluster === cluster
    if (isOurs && (await wasStartedWith(cluster, binaries.postgres, args))) return true
    if (await isInUse(socketFolder)) {
      throw new StartError(
        `A server of another release or with other settings is running on ${cluster}. Stop it, then start this one.`,
      )
    }
  }
  await stopPostmaster(lock.pid, cluster)
  return false
}

/** Undefined when the obstacle goes away by itself. */
async function startPostmaster(options: LaunchOptions, stale: PostmasterLock | undefined): Promise<number | undefined> {
  const { cluster, socketFolder, binaries, owner, print } = options
  const args = postmasterArguments(cluster, socketFolder, options.durable)
  await removeStaleSocketLock(socketFolder, cluster)
  const log = await openLog(options)
  const { size } = await log.stat()
  const { pid, hasEnded } = await spawnPostmaster(binaries.postgres, args, { owner, log: log.fd, stale }).finally(() =>
    log.close(),
  )
  const result = await waitUntilReady({
    socketFolder,
    hasEnded,
    print,
    timeoutMs: { busy: startTimeoutMs, silent: startTimeoutMs },
  })
  // The responding postmaster may belong to another start that was faster.
  if (result === 'ready') return (await readPostmasterLock(cluster))?.pid === pid ? pid : undefined
  if (result !== 'ended') throw stillBusyError(options)

  const errorLine = findErrorLine((await readFile(options.log)).subarray(size).toString())
  // Backends that outlive a killed postmaster notice it when their statement ends.
  if (/shared memory block .* is still in use|lock file .* (already exists|is empty)/.test(errorLine)) return
  throw new StartError(
    `PostgreSQL did not start (${errorLine}). Fix the problem and start again. Its log is ${options.log}.`,
  )
}

/** We leave it running: the next start adopts it. */
const stillBusyError = ({ cluster, log }: LaunchOptions) =>
  new StartError(
    `PostgreSQL is still busy with ${cluster} after ${startTimeoutMs / 1000} seconds and continues in the background. Start again later. Its log is ${log}.`,
  )

const maxLogBytes = 10 * 1024 * 1024

/** PostgreSQL only ever appends to the log, so it is safe to truncate while PostgreSQL has it open. */
export async function openLog({ log, owner }: Pick<LaunchOptions, 'log' | 'owner'>): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const handle = await open(log, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  if ((await handle.stat()).size > maxLogBytes) await handle.truncate()
  if (isRoot()) await handle.chown(owner.uid, owner.gid)
  return handle
}

import { constants, type FileHandle, open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../kit/start-error.ts'
import { identify, isInUse, untilReady } from './answer.ts'
import type { Binaries } from './binaries.ts'
import { complaintOf } from './cluster.ts'
import { isRoot, type Owner } from './owner.ts'
import {
  clearSocketFolder,
  isPostmaster,
  type Lock,
  lockOf,
  postmasterArguments,
  spawnPostmaster,
  stopPostmaster,
  wasStartedWith,
} from './postmaster.ts'

interface Place {
  cluster: string
  socketFolder: string
  log: string
  binaries: Binaries
  owner: Owner
  durable: boolean
  say: (line: string) => void
}

/** Long enough for a crash recovery: PostgreSQL checkpoints every five minutes, so that there is never much to redo. */
const patienceMs = 60_000

/** A postmaster that accepts connections: the orphan that a crashed server left, or a new one. */
export async function launch(place: Place): Promise<{ pid: number; takenOver: boolean }> {
  const deadline = Date.now() + patienceMs
  while (true) {
    const lock = await lockOf(place.cluster)
    if (lock?.alive) {
      if (await takeOver(place, lock)) return { pid: lock.pid, takenOver: true }
      continue
    }
    const pid = await startAnew(place, lock)
    if (pid) return { pid, takenOver: false }
    if (Date.now() > deadline) throw stillBusy(place)
    await sleep(100)
  }
}

/** False when that postmaster is gone, be it by itself or stopped by us because it is not the one that we would start. */
async function takeOver(place: Place, lock: Lock): Promise<boolean> {
  const { cluster, binaries, say } = place
  const socketFolder = lock.socketFolder ?? place.socketFolder
  const hasEnded = async () => !(await isPostmaster(lock.pid, cluster))
  const answer = await untilReady({ socketFolder, hasEnded, say, patienceMs: { busy: patienceMs, silent: 5_000 } })
  if (answer === 'ended') return false
  if (answer === 'busy') throw stillBusy(place)
  if (answer === 'ready') {
    const found = await identify(socketFolder)
    const args = postmasterArguments(cluster, place.socketFolder, place.durable)
    const isOurs = found.version === binaries.version && found.cluster === cluster
    if (isOurs && (await wasStartedWith(cluster, binaries.postgres, args))) return true
    if (await isInUse(socketFolder)) {
      throw new StartError(
        `A server of another release or with other settings is running on ${cluster}: stop it, then start this one.`,
      )
    }
  }
  await stopPostmaster(lock.pid, cluster)
  return false
}

/** Undefined when what was in the way goes away by itself. */
async function startAnew(place: Place, stale: Lock | undefined): Promise<number | undefined> {
  const { cluster, socketFolder, binaries, owner, say } = place
  const args = postmasterArguments(cluster, socketFolder, place.durable)
  await clearSocketFolder(socketFolder, cluster)
  const log = await openLog(place)
  const { size } = await log.stat()
  const { pid, hasEnded } = await spawnPostmaster(binaries.postgres, args, { owner, log: log.fd, stale }).finally(() =>
    log.close(),
  )
  const answer = await untilReady({ socketFolder, hasEnded, say, patienceMs: { busy: patienceMs, silent: patienceMs } })
  // What answers may be the postmaster of another start that was faster.
  if (answer === 'ready') return (await lockOf(cluster))?.pid === pid ? pid : undefined
  if (answer !== 'ended') throw stillBusy(place)

  const complaint = complaintOf((await readFile(place.log)).subarray(size).toString())
  // Backends that outlived a killed postmaster notice it when their statement ends.
  if (/shared memory block .* is still in use|lock file .* (already exists|is empty)/.test(complaint)) return
  throw new StartError(`PostgreSQL did not start (${complaint}): mend that, its log is ${place.log}.`)
}

/** We leave it at its work: the next start takes it over. */
const stillBusy = ({ cluster, log }: Place) =>
  new StartError(
    `PostgreSQL is still busy with ${cluster} after ${patienceMs / 1000} seconds and goes on by itself: start again in a while; its log is ${log}.`,
  )

const logLimitBytes = 10 * 1024 * 1024

/** PostgreSQL only ever appends to it, so that it may be emptied under its hands. */
export async function openLog({ log, owner }: Pick<Place, 'log' | 'owner'>): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const handle = await open(log, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  if ((await handle.stat()).size > logLimitBytes) await handle.truncate()
  if (isRoot()) await handle.chown(owner.uid, owner.gid)
  return handle
}

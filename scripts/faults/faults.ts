import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import type { Fault } from './run-fault.ts'

const PAUSE_MS = 15_000
const DOWN_MS = 5000
const FULL_MS = 10_000
const REQUESTS_WITHOUT_REDIS = 10

/** PostgreSQL treats the death of any backend as a crash and restarts all of them. */
export const backendKilled: Fault = {
  name: 'backend-killed',
  async cause({ query }) {
    const [backend] = await query<{ pid: number }>(
      `select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
    )
    if (!backend) throw new Error('No backend to kill')
    process.kill(backend.pid, 'SIGKILL')
  },
}

export const postmasterKilled: Fault = {
  name: 'postmaster-killed',
  async cause({ postmaster }) {
    const pid = await postmaster()
    process.kill(pid, 'SIGKILL')
    while ((await postmaster().catch(() => pid)) === pid) await sleep(50)
  },
}

export const databaseRestarted: Fault = {
  name: 'database-restarted',
  cause: ({ restartDatabase }) => restartDatabase(DOWN_MS),
  readiness: 'unavailable',
}

export const databasePaused: Fault = {
  name: 'database-paused',
  async cause({ postmaster }) {
    const pid = await postmaster()
    const stopped = [pid, ...childrenOf(pid)]
    for (const each of stopped) signal(each, 'SIGSTOP')
    try {
      await sleep(PAUSE_MS)
    } finally {
      for (const each of stopped) signal(each, 'SIGCONT')
    }
  },
  readiness: 'unavailable',
}

/** Needs a small file system. PostgreSQL panics when its WAL has no space, and cannot start until there is some. */
export const diskFull: Fault = {
  name: 'disk-full',
  async cause(installation) {
    const ballast = join(installation.dataDir, 'ballast')
    await fillDisk(ballast)
    try {
      await exhaustLog(installation)
      await sleep(FULL_MS)
    } finally {
      rmSync(ballast, { force: true })
    }
  },
  readiness: 'unavailable',
}

export const redisGone = (redis: { kill(): Promise<void>; start(): Promise<void> }): Fault => ({
  name: 'redis-gone',
  async cause(_installation, load) {
    await redis.kill()
    // The server must keep responding without Redis.
    await Promise.all([load.waitForMore(REQUESTS_WITHOUT_REDIS), sleep(DOWN_MS)])
    await redis.start()
  },
  readiness: 'degraded',
})

/** Linux only. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        // After the name, which may contain anything, come the state and the parent.
        return Number(readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w')
  const chunk = Buffer.alloc(1024 * 1024, 1)
  try {
    for (;;) await file.write(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}

/** Writes until PostgreSQL needs a new WAL file, finds no space and exits. */
async function exhaustLog({ query, postmaster }: Installation): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const isAlive = await postmaster().then(
      () => true,
      () => false,
    )
    if (!isAlive) return
    await query('select pg_switch_wal(), pg_logical_emit_message(true, $1, $2)', ['fault', 'x'.repeat(1000)]).catch(
      () => {},
    )
    await sleep(100)
  }
  throw new Error('PostgreSQL did not notice that the disk is full')
}

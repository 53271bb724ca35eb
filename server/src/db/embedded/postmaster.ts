import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cleanEnvironment, ignoreCodes, type Owner } from './owner.ts'

/** Contents of a PostgreSQL lock file, and whether that process is a postmaster of this cluster. */
export interface PostmasterLock {
  pid: number
  /** Absent while it is starting. */
  socketFolder: string | undefined
  isAlive: boolean
}

export const readPostmasterLock = (cluster: string): Promise<PostmasterLock | undefined> =>
  readLockFile(join(cluster, 'postmaster.pid'), cluster)

/** Nobody else uses the socket's folder, so a lock in it that no postmaster of ours holds can be removed. */
export async function removeStaleSocketLock(socketFolder: string, cluster: string): Promise<void> {
  const file = join(socketFolder, '.s.PGSQL.5432.lock')
  if (!(await readLockFile(file, cluster))?.isAlive) await rm(file, { force: true })
}

async function readLockFile(file: string, cluster: string): Promise<PostmasterLock | undefined> {
  while (true) {
    const lines = (await readFile(file, 'utf8').catch(ignoreCodes('ENOENT')))?.split('\n')
    if (!lines) return
    const pid = Number(lines[0])
    if (pid > 0) return { pid, socketFolder: lines[4] || undefined, isAlive: await isPostmaster(pid, cluster) }

    // Created but still empty: by a postmaster right now, or long ago before a power cut. PostgreSQL would reject it
    // forever.
    const stats = await stat(file).catch(ignoreCodes('ENOENT'))
    if (stats && Math.abs(Date.now() - stats.mtimeMs) > 5_000) await rm(file, { force: true })
    else await sleep(25)
  }
}

/** The system reuses pids; only the command line is proof. It is empty for a process that has ended. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const command = await (process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8').then((text) => text.replaceAll('\0', ' '))
    : promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(({ stdout }) => stdout)
  ).catch(emptyIfEnded)
  return command.includes(`/bin/postgres -D ${cluster} -c `)
}

/** `ps` exits with 1. Any other error, such as too many open files, proves nothing about the process. */
function emptyIfEnded(error: { code?: string | number }): string {
  if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 1) return ''
  throw error
}

export function postmasterArguments(cluster: string, socketFolder: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    // A list: unquoted, a comma in the path would split it.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: 5432,
    max_connections: 60,
    shared_buffers: '128MB',
    // POSIX memory would use /dev/shm, of which a container has 64 MB or none. Elsewhere initdb has chosen what works.
    ...(process.platform === 'linux' && { dynamic_shared_memory_type: 'sysv' }),
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Short lines, without the statements and values that contain personal data.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    // Tests run many servers at once.
    ...(durable ? {} : { max_connections: '300' }),
    full_page_writes: durable ? 'on' : 'off',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Whether the running postmaster was started with exactly this command; PostgreSQL records it in `postmaster.opts`. */
export async function wasStartedWith(cluster: string, postgres: string, args: string[]): Promise<boolean> {
  const recorded = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(ignoreCodes('ENOENT'))
  return recorded === `${[postgres, ...args.map((arg) => `"${arg}"`)].join(' ')}\n`
}

/** Starts a postmaster in its own session: neither Ctrl-C in the terminal nor our death reaches it. */
export async function spawnPostmaster(
  postgres: string,
  args: string[],
  { owner, log, stale }: { owner: Owner; log: number; stale: PostmasterLock | undefined },
): Promise<{ pid: number; hasEnded: () => boolean }> {
  const child = spawn(postgres, args, {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    // Only PostgreSQL may remove a stale lock file, after it has checked that no process of the dead server still uses
    // its memory; if we removed it, two servers could write to the same files. This variable (as in pg_ctl) only
    // declares that the pid in it, which may now belong to another program, is not a postmaster.
    env: { ...cleanEnvironment, ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) },
  })
  await once(child, 'spawn')
  child.unref()
  return { pid: child.pid ?? 0, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}

/** A fast shutdown, then an immediate one if that takes too long; the next start recovers from it. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const { signal, timeoutMs } of [
    { signal: 'SIGINT', timeoutMs: 20_000 },
    { signal: 'SIGQUIT', timeoutMs: 10_000 },
  ]) {
    const deadline = Date.now() + timeoutMs
    if (!(await isPostmaster(pid, cluster))) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      ignoreCodes('ESRCH')(error as NodeJS.ErrnoException)
    }
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, cluster))) return
      await sleep(25)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) of ${cluster} did not stop.`)
}

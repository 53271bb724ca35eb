import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { streamBaseBackup } from '../src/db/embedded/base-backup.ts'
import type { EmbeddedPostgres } from '../src/db/embedded/embedded.ts'
import { identifyServer } from '../src/db/embedded/probe.ts'
import { migrate } from '../src/db/migrate.ts'
import { isRoot, query, startTestEmbedded } from './embedded-folders.ts'

export interface ReplicatedDatabase {
  primary: EmbeddedPostgres['connection']
  standby: EmbeddedPostgres['connection']
  /** The standby receives all changes, but does not show them. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  close(): Promise<void>
}

/** A migrated database and a standby that streams from it, both embedded. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'standby-'))
  await chmod(folder, 0o755)
  const primary = await startTestEmbedded(join(folder, 'primary'))
  const standbyFolder = join(folder, 'standby')
  let standby: EmbeddedPostgres | undefined
  const close = async () => {
    await standby?.stop()
    await primary.stop()
    await rm(folder, { recursive: true })
  }
  try {
    // As with the default settings, nothing is acknowledged before it is in the log.
    await query(primary.connection.host, 'alter database storedesk set synchronous_commit = on')
    await migrate(primary.connection)
    await copyCluster(primary.connection, standbyFolder)
    standby = await startTestEmbedded(standbyFolder)
  } catch (error) {
    await close()
    throw error
  }
  const { host } = standby.connection
  return {
    primary: primary.connection,
    standby: standby.connection,
    async pauseReplay() {
      await query(host, 'select pg_wal_replay_pause()')
      while ((await query(host, 'select pg_get_wal_replay_pause_state()'))[0]?.[0] !== 'paused');
    },
    resumeReplay: async () => void (await query(host, 'select pg_wal_replay_resume()')),
    stopStandby: async () => await standby?.stop(),
    async startStandby() {
      standby = await startTestEmbedded(standbyFolder)
    },
    close,
  }
}

/** What `pg_basebackup --write-recovery-conf` does, which the embedded packages do not include. */
async function copyCluster(connection: EmbeddedPostgres['connection'], dataDir: string): Promise<void> {
  const { cluster: original } = await identifyServer(connection.host)
  const { uid, gid } = await stat(original)
  const cluster = join(dataDir, basename(original))
  await mkdir(cluster, { recursive: true })
  const tar = spawn('tar', ['-xf', '-', '-C', cluster], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'close')
  await pipeline(streamBaseBackup(connection), tar.stdin)
  if ((await ended)[0] !== 0) throw new Error('tar failed')

  const settings = join(cluster, 'postgresql.auto.conf')
  const source = `host=${connection.host} port=${connection.port} user=${connection.user}`
  await writeFile(settings, `${await readFile(settings, 'utf8')}primary_conninfo = '${source}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
  await chmod(cluster, 0o700)
  if (isRoot) for (const path of [cluster, join(cluster, 'standby.signal')]) await chown(path, uid, gid)
}

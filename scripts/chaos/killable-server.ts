import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { freePort } from '../../server/test/free-port.ts'
import { isReady } from '../is-ready.ts'
import { openCitusCluster } from './citus-cluster.ts'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
/** Detects a hang: a busy machine takes long. */
const START_LIMIT_MS = 300_000

interface Bootstrap {
  workspaceId: string
  liveKey: string
}

/**
 * The real server on a durable database of its own, which can be killed and restarted: the embedded PostgreSQL, or with
 * `CITUS_URL` a distributed one.
 */
export async function openKillableServer() {
  const cluster = process.env.CITUS_URL ? await openCitusCluster() : undefined
  const home = mkdtempSync(join(tmpdir(), 'storedesk-chaos-'))
  chmodSync(home, 0o755) // the database user needs access
  const dataDir = join(home, 'data')
  const bootstrapFile = join(home, 'bootstrap.json')
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    ...(cluster && { DATABASE_URL: cluster.url, SECRET_KEY: 'only for the crashes that this causes' }),
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    BOOTSTRAP_FILE: bootstrapFile,
    PORT: `${port}`,
    // Gives every buyer a separate address, so that rate limits stay on.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const fresh = spawn(process.execPath, ['--max-semi-space-size=16', MAIN], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child = fresh
    for (const giveUp = Date.now() + START_LIMIT_MS; Date.now() < giveUp; await sleep(25)) {
      if (await isReady(url)) return
      if (fresh.exitCode !== null || fresh.signalCode !== null)
        throw new Error('The server ended while it was starting')
    }
    throw new Error(`The server was not ready after ${START_LIMIT_MS / 1000} s`)
  }

  async function stopServer(signal: NodeJS.Signals): Promise<void> {
    const stopping = child
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
    const exited = once(stopping, 'exit')
    stopping.kill(signal)
    await exited
  }

  async function killEmbedded(): Promise<void> {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await sleep(Math.random() * 200)
    await stopServer('SIGKILL')
    await start()
  }

  return {
    url,
    start,
    /** What `kill` can kill. */
    targets: ['server', ...(cluster?.nodes ?? ['database'])],
    bootstrap: () => JSON.parse(readFileSync(bootstrapFile, 'utf8')) as Bootstrap,
    pid: () => child?.pid ?? 0,
    databasePids: () => cluster?.pids() ?? { PostgreSQL: postmasterOf(dataDir) },
    stop: () => stopServer('SIGTERM'),
    /**
     * Kills the server, or a database under it. The embedded one is restarted with the server, as a process supervisor
     * would; while a node of a cluster is down, the server keeps running.
     */
    async kill(target: string) {
      if (target === 'database') return killEmbedded()
      if (target !== 'server') return cluster?.killNode(target)
      await stopServer('SIGKILL')
      await start()
    },
    /** The database of the stopped server. */
    async openDatabase(): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
      return cluster
        ? { connection: cluster.connection, stop: async () => {} }
        : startEmbedded({ dataDir, print: () => {} })
    },
    async clean() {
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
      await cluster?.drop()
    },
  }
}

function postmasterOf(dataDir: string): number {
  const file = readdirSync(dataDir)
    .map((folder) => join(dataDir, folder, 'postmaster.pid'))
    .find((path) => existsSync(path))
  return Number.parseInt(readFileSync(file ?? '', 'utf8'), 10)
}

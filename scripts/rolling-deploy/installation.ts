import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { freePort } from '../../server/test/free-port.ts'
import { isReady } from '../is-ready.ts'

export const THIS_RELEASE = fileURLToPath(new URL('../..', import.meta.url))
/** Longer than the balancer needs to notice, even on a busy machine. */
const SHUTDOWN_DELAY_SECONDS = 4
const START_LIMIT_MS = 120_000

/** The shop that the first server creates. */
export interface Bootstrap {
  workspaceId: string
  liveKey: string
}

export interface Installation {
  /** A folder that is deleted at the end. */
  home: string
  connection: pg.ClientConfig
  /** For programs of any release that use its database. */
  environment: NodeJS.ProcessEnv
  /** Resolves when the server is ready. `release` is the folder of a checkout that is built. */
  startServer(role: 'api' | 'worker', port: number, release?: string): Promise<ChildProcess>
  bootstrap(): Bootstrap
  close(): Promise<void>
}

/** A database and Redis for several servers on this machine. Needs redis-server. */
export async function openInstallation(): Promise<Installation> {
  const home = mkdtempSync(join(tmpdir(), 'storedesk-rolling-'))
  chmodSync(home, 0o755) // the database user needs access
  const children = new Set<ChildProcess>()
  const track = (child: ChildProcess) => {
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const database = await startEmbedded({ dataDir: join(home, 'data'), print: () => {} })
  const redisPort = await freePort()
  track(spawn('redis-server', ['--port', `${redisPort}`, '--save', '', '--dir', home], { stdio: 'ignore' }))
  const bootstrapFile = join(home, 'bootstrap.json')
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: `postgres:///storedesk?host=${encodeURIComponent(join(home, 'data', 'run'))}&user=storedesk`,
    SECRET_KEY: 'only for the servers that this replaces',
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    DATA_DIR: join(home, 'files'),
    BOOTSTRAP_FILE: bootstrapFile,
    // Gives every client a separate address, so that rate limits stay on.
    TRUSTED_PROXIES: '127.0.0.1',
    SHUTDOWN_DELAY_SECONDS: `${SHUTDOWN_DELAY_SECONDS}`,
    LOG_LEVEL: 'warn',
  }
  return {
    home,
    connection: database.connection,
    environment,
    async startServer(role, port, release = THIS_RELEASE) {
      const built = join(release, 'server/dist/main.js')
      // Older releases run their sources.
      const main = existsSync(built) ? built : join(release, 'server/src/main.ts')
      const child = track(
        spawn(process.execPath, [main], {
          env: { ...environment, ROLE: role, PORT: `${port}` },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      for (const giveUp = Date.now() + START_LIMIT_MS; Date.now() < giveUp; await sleep(50)) {
        if (child.exitCode !== null) throw new Error(`A server ended with code ${child.exitCode}`)
        if (await isReady(`http://127.0.0.1:${port}`)) return child
      }
      throw new Error('A server was not ready in time')
    },
    bootstrap: () => JSON.parse(readFileSync(bootstrapFile, 'utf8')) as Bootstrap,
    async close() {
      for (const child of children) await stopServer(child)
      await database.stop()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

export async function stopServer(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

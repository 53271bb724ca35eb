import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { readPostmasterLock } from '../../server/src/db/embedded/postmaster.ts'
import { socketConnection } from '../../server/src/db/embedded/probe.ts'
import { freePort } from '../../server/test/free-port.ts'
import { isReady } from '../is-ready.ts'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const START_LIMIT_MS = 120_000

export interface InstallationOptions {
  /** `external`: a PostgreSQL that the server does not supervise. */
  database: 'embedded' | 'external'
  /** Used instead of a temporary folder. */
  home?: string | undefined
  redisUrl?: string | undefined
}

export interface Installation {
  url: string
  dataDir: string
  workspaceId: string
  liveKey: string
  /** Queries the database directly, on a separate connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  postmaster(): Promise<number>
  /** Stops the external database as its operator would, and starts it again after `downMs`. */
  restartDatabase(downMs: number): Promise<void>
  /** Throws when the server has exited: no fault may require a restart. */
  assertRunning(): void
  log(): string
  close(): Promise<void>
}

/** The real server as an operator starts it, on a durable database. */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'storedesk-faults-'))
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755) // the database user needs access
  const dataDir = join(home, 'data')
  const bootstrapFile = join(home, 'bootstrap.json')
  const startDatabase = () => startEmbedded({ dataDir, print: () => {} })
  let external = options.database === 'external' ? await startDatabase() : undefined
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: external ? join(home, 'files') : dataDir,
      ...(external && {
        DATABASE_URL: `postgres:///storedesk?host=${encodeURIComponent(join(dataDir, 'run'))}&user=storedesk`,
        SECRET_KEY: 'only for the faults that this causes',
      }),
      ...(options.redisUrl && { REDIS_URL: options.redisUrl }),
      BOOTSTRAP_FILE: bootstrapFile,
      PORT: `${port}`,
      // Gives every buyer a separate address, so that rate limits stay on.
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const close = async () => {
    await stopProcess(child)
    await external?.stop()
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }
    for (const name of readdirSync(home)) rmSync(join(home, name), options)
    rmSync(home, options)
  }

  try {
    await waitUntilReady(url, hasEnded)
  } catch (error) {
    await close()
    throw new Error(`${error}\n${output}`)
  }
  const { workspaceId, liveKey } = JSON.parse(readFileSync(bootstrapFile, 'utf8'))
  return {
    url,
    dataDir,
    workspaceId,
    liveKey,
    async query(text, values) {
      const client = new pg.Client({
        ...socketConnection(join(dataDir, 'run')),
        ssl: false,
        connectionTimeoutMillis: 5000,
      })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end().catch(() => {})
      }
    },
    async postmaster() {
      const cluster = readdirSync(dataDir).find((name) => /^pg\d+$/.test(name)) ?? ''
      const lock = await readPostmasterLock(join(dataDir, cluster))
      if (!lock?.isAlive) throw new Error('PostgreSQL does not run')
      return lock.pid
    },
    async restartDatabase(downMs) {
      await external?.stop()
      await sleep(downMs)
      external = await startDatabase()
    },
    assertRunning() {
      if (hasEnded())
        throw new Error(`The server has ended (${child.exitCode ?? child.signalCode}):\n${output.slice(-4000)}`)
    },
    log: () => output,
    close,
  }
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (const giveUp = Date.now() + START_LIMIT_MS; Date.now() < giveUp; await sleep(50)) {
    if (await isReady(url)) return
    if (hasEnded()) throw new Error('The server ended while it was starting')
  }
  throw new Error(`The server was not ready after ${START_LIMIT_MS / 1000} s`)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 40_000)
  await exited
  clearTimeout(killTimer)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/test/free-port.ts'
import { isReady } from '../is-ready.ts'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
/** Detects a hang: a busy machine takes long. */
const START_LIMIT_MS = 300_000

interface Bootstrap {
  workspaceId: string
  liveKey: string
}

/** The real server with its own durable PostgreSQL, which can be killed and restarted. */
export async function openKillableServer() {
  const home = mkdtempSync(join(tmpdir(), 'storedesk-chaos-'))
  chmodSync(home, 0o755) // the database user needs access
  const dataDir = join(home, 'data')
  const bootstrapFile = join(home, 'bootstrap.json')
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    BOOTSTRAP_FILE: bootstrapFile,
    PORT: `${port}`,
    // Gives every buyer a separate address, so that rate limits stay on.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const fresh = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
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

  return {
    url,
    dataDir,
    start,
    bootstrap: () => JSON.parse(readFileSync(bootstrapFile, 'utf8')) as Bootstrap,
    pid: () => child?.pid ?? 0,
    databasePid: () => postmasterOf(dataDir),
    stop: () => stopServer('SIGTERM'),
    /** Kills the server; its database keeps running. */
    async killServer() {
      await stopServer('SIGKILL')
      await start()
    },
    /** Kills the database under the server, then restarts the server, as a process supervisor would. */
    async killDatabase() {
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      await sleep(Math.random() * 200)
      await stopServer('SIGKILL')
      await start()
    },
    clean: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

function postmasterOf(dataDir: string): number {
  const file = readdirSync(dataDir)
    .map((folder) => join(dataDir, folder, 'postmaster.pid'))
    .find((path) => existsSync(path))
  return Number.parseInt(readFileSync(file ?? '', 'utf8'), 10)
}

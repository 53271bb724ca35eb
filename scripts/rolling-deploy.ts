// Replaces three API servers and a worker one after the other, behind a load balancer and under load: no request may
// fail. Needs redis-server. Build the server first (node scripts/setup.js).
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { freePort } from '../server/test/free-port.ts'
import { isReady } from './is-ready.ts'
import { openBalancer } from './rolling-deploy/balancer.ts'

const MAIN = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
const API_SERVERS = 3
const CLIENTS = 6
/** Longer than the balancer needs to notice, even on a busy machine. */
const SHUTDOWN_DELAY_SECONDS = 4
const START_LIMIT_MS = 120_000

const home = mkdtempSync(join(tmpdir(), 'storedesk-rolling-'))
chmodSync(home, 0o755) // the database user needs access
const children = new Set<ChildProcess>()
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

try {
  const ports: number[] = []
  const servers: ChildProcess[] = []
  for (let index = 0; index < API_SERVERS; index++) {
    const port = await freePort()
    ports.push(port)
    servers.push(await startServer('api', port))
  }
  const workerPort = await freePort()
  let worker = await startServer('worker', workerPort)
  const balancer = await openBalancer(ports)
  const { workspaceId } = JSON.parse(readFileSync(bootstrapFile, 'utf8')) as { workspaceId: string }
  const load = startLoad(balancer.url, workspaceId)

  await load.waitForMore(50)
  for (const [index, port] of ports.entries()) {
    await stopServer(servers[index])
    servers[index] = await startServer('api', port)
    await load.waitForMore(50)
    console.log(`Replaced API server ${index + 1}: ${load.summary()}`)
  }
  await stopServer(worker)
  worker = await startServer('worker', workerPort)
  await load.waitForMore(50)
  console.log(`Replaced the worker: ${load.summary()}`)
  await load.stop()
  await balancer.close()
  if (load.failures.length > 0) throw new Error(`Failed requests:\n${load.failures.join('\n')}`)
  console.log(`No request failed. ${load.summary()}`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const child of children) await stopServer(child)
  await database.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function track(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function startServer(role: 'api' | 'worker', port: number): Promise<ChildProcess> {
  const child = track(
    spawn(process.execPath, [MAIN], {
      env: { ...environment, ROLE: role, PORT: `${port}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  for (const giveUp = Date.now() + START_LIMIT_MS; Date.now() < giveUp; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`A server ended with code ${child.exitCode}`)
    if (await isReady(`http://127.0.0.1:${port}`)) return child
  }
  throw new Error('A server was not ready in time')
}

async function stopServer(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Visitors that read the catalog and write carts, each from an address of its own. */
function startLoad(url: string, workspaceId: string) {
  const failures: string[] = []
  let done = 0
  let isStopped = false

  async function send(method: string, path: string, body?: object): Promise<Record<string, unknown> | undefined> {
    const headers = {
      'x-workspace-id': workspaceId,
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    try {
      const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
      const text = await response.text()
      if (!response.ok) failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      else done += 1
      return response.ok ? (JSON.parse(text) as Record<string, unknown>) : undefined
    } catch (error) {
      failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
  async function visit(): Promise<void> {
    while (!isStopped) {
      await send('GET', `/v1/products?limit=${randomInt(1, 50)}`)
      const cart = await send('POST', '/v1/carts', {})
      if (cart) await send('GET', `/v1/carts/${String(cart.id)}`)
      await sleep(20)
    }
  }
  const visitors = Array.from({ length: CLIENTS }, visit)
  return {
    failures,
    summary: () => `${done} requests succeeded, ${failures.length} failed.`,
    async waitForMore(count: number) {
      for (const target = done + count; done < target && failures.length < 100; ) await sleep(20)
    },
    async stop() {
      isStopped = true
      await Promise.all(visitors)
    },
  }
}

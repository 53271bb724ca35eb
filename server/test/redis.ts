import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { onTestFinished, type TestContext } from 'vitest'
import { freePort } from './free-port.ts'
import { needTool } from './tools.ts'

export interface RedisServer {
  port: number
  url: string
  /** A client of the test's own. */
  ask: Redis
  /** As when it hangs: connections stay, answers don't come. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** On the same port, with nothing in memory. */
  start(): Promise<void>
}

type OnEnd = (close: () => Promise<void>) => void

/** A real Redis on loopback, ended with the test, or when somebody else says so. */
export async function openRedis(
  context: TestContext,
  words: string[] = [],
  onEnd: OnEnd = onTestFinished,
): Promise<RedisServer> {
  needTool('redis-server', context)
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'storedesk-redis-'))
  const ask = new Redis({ port, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 50 })
  ask.on('error', () => {})
  let child: ChildProcess | undefined
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    ask,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      const common = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--loglevel', 'warning']
      child = spawn('redis-server', [...common, ...words], { stdio: 'ignore' })
      while ((await ask.ping().catch(() => '')) !== 'PONG') await sleep(20)
    },
  }
  onEnd(async () => {
    ask.disconnect()
    await server.kill()
    await rm(dir, { recursive: true, force: true })
  })
  await server.start()
  return server
}

/** Three masters that share the slots. */
export async function openCluster(
  context: TestContext,
  onEnd: OnEnd = onTestFinished,
): Promise<{ url: string; nodes: RedisServer[] }> {
  const words = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']
  const nodes = await Promise.all([1, 2, 3].map(() => openRedis(context, words, onEnd)))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'pipe' })
  while (!(await nodes[0]?.ask.cluster('INFO'))?.includes('cluster_state:ok')) await sleep(50)
  return { url: `redis+cluster://${addresses.join(',')}`, nodes }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { onTestFinished, type TestContext } from 'vitest'
import { freePort } from './free-port.ts'
import { requireTool } from './tools.ts'

export interface RedisServer {
  port: number
  url: string
  /** The test's own client. */
  client: Redis
  /** Simulates a hang: connections stay open, responses do not arrive. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Restarts on the same port, with empty memory. */
  start(): Promise<void>
}

type OnEnd = (close: () => Promise<void>) => void

/** Offset of the port on which cluster nodes talk to each other. */
const BUS = 10_000

interface RedisOptions {
  /** Offset from its port of another port that must be free. */
  companion: number
  /** Lines of its configuration. */
  lines: string[]
  args: string[]
  onEnd: OnEnd
}

/** A real Redis on loopback, stopped with the test or by `onEnd`. */
export async function openRedis(
  context: TestContext,
  { lines = ['save ""'], args = [], onEnd = onTestFinished, companion = 1 }: Partial<RedisOptions> = {},
): Promise<RedisServer> {
  requireTool('redis-server', context)
  const port = await freePort(companion)
  const dir = mkdtempSync(join(tmpdir(), 'storedesk-redis-'))
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 50 })
  client.on('error', () => {})
  let child: ChildProcess | undefined
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    client,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      const file = join(dir, 'redis.conf')
      writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, ...lines].join('\n'))
      child = spawn('redis-server', [file, ...args], { stdio: 'ignore' })
      while ((await client.ping().catch(() => '')) !== 'PONG') {
        if (child.exitCode !== null) throw new Error(`redis-server on port ${port} ended with ${child.exitCode}`)
        await sleep(20)
      }
    },
  }
  onEnd(async () => {
    client.disconnect()
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
  const lines = ['save ""', 'cluster-enabled yes', 'cluster-node-timeout 120000']
  const nodes = await Promise.all([1, 2, 3].map(() => openRedis(context, { lines, onEnd, companion: BUS })))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'pipe' })
  while (!(await nodes[0]?.client.cluster('INFO'))?.includes('cluster_state:ok')) await sleep(50)
  return { url: `redis+cluster://${addresses.join(',')}`, nodes }
}

const NEVER_MS = 3_600_000

/** A master, its replica, and three sentinels. */
export async function openSentinels(context: TestContext) {
  const master = await openRedis(context, { lines: ['save ""', 'repl-diskless-sync-delay 0'] })
  const replica = await openRedis(context, { lines: ['save ""', `replicaof 127.0.0.1 ${master.port}`] })
  while (!(await replica.client.info('replication')).includes('master_link_status:up')) await sleep(50)
  // Sentinels promote the replica when the test says so, never because a busy machine delayed one of them.
  const lines = [
    `sentinel monitor shop 127.0.0.1 ${master.port} 2`,
    `sentinel down-after-milliseconds shop ${NEVER_MS}`,
  ]
  const start = async () => {
    const sentinel = await openRedis(context, { lines, args: ['--sentinel'] })
    const settings = `TILT-TRIGGER ${NEVER_MS} PUBLISH-PERIOD 200 INFO-PERIOD 1000`
    await sentinel.client.call('SENTINEL', 'DEBUG', ...settings.split(' '))
    return sentinel
  }
  const sentinels = await Promise.all([start(), start(), start()])
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  // Sentinels cannot agree on a failover before they know each other and the replica.
  for (const { client } of sentinels) {
    const knowsAll = async () => {
      const about = (await client.call('SENTINEL', 'MASTER', 'shop')) as string[]
      const of = (name: string) => about[about.indexOf(name) + 1]
      return of('num-slaves') === '1' && of('num-other-sentinels') === '2'
    }
    while (!(await knowsAll())) await sleep(100)
  }
  return {
    url: `redis+sentinel://${hosts.join(',')}/shop`,
    /** Kills the master once the replica has everything, and promotes the replica after `meanwhile`. */
    async promoteReplica(meanwhile: () => Promise<void>) {
      // WAIT covers the writes of its own connection; earlier ones of others arrive before them.
      await master.client.set('last', 'write')
      await master.client.wait(1, 0)
      await master.kill()
      await meanwhile()
      const [{ client }] = sentinels
      const masterPort = async () =>
        Number(((await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'shop')) as string[])[1])
      while ((await masterPort()) !== replica.port) {
        // Rejected while it is in progress, and while the sentinel has not heard from the replica recently.
        await client.call('SENTINEL', 'FAILOVER', 'shop').catch(() => {})
        await sleep(100)
      }
    },
  }
}

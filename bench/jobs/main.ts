// Measures the job queue: `npm run bench:jobs`, on the embedded PostgreSQL, or with CITUS_URL on a cluster, whose
// coordinator has the queue. Set SECONDS and CLIENTS to override.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { distribute } from '../../server/src/db/distribute.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { newObservedPools } from '../../server/src/db/observed-pools.ts'
import { startRunner } from '../../server/src/jobs/runner.ts'
import { newId } from '../../server/src/kit/ids.ts'
import {
  createClusterDatabase,
  dropDatabases,
  listNodes,
  readCoordinator,
  restoreDurability,
  run,
} from '../../server/test/citus-nodes.ts'

const SECONDS = Number(process.env.SECONDS ?? 10)
const CLIENTS = Number(process.env.CLIENTS ?? 16)
/** Over all shards. */
const ENVIRONMENTS = 64
const DATABASE = 'storedesk_bench_jobs'

const { connection, close } = await (process.env.CITUS_URL ? openCluster() : openEmbedded())
const environments = Array.from({ length: ENVIRONMENTS }, () => randomUUID())
await insertEnvironments()
console.log(`${process.env.CITUS_URL ? 'Citus' : 'one PostgreSQL'}, ${CLIENTS} clients, ${SECONDS} s each`)

const ENQUEUE = `select enqueue_job('events.deliver', json_build_object('environmentId', $1::text), null, null, 25)`
const EMIT = `select emit_events($1, $2::jsonb, now())`
const anyEnvironment = () => environments[Math.floor(Math.random() * ENVIRONMENTS)] as string
const newEvent = () => JSON.stringify([{ id: newId('evt'), type: 'order.created', data: {} }])

report('a job alone', await measure((client) => client.query(ENQUEUE, [anyEnvironment()])))
report(
  'a change without a job',
  await measure((client) =>
    client.query(
      `insert into events (environment_id, id, type, data, created_at) values ($1, $2, 'order.created', '{}', now())`,
      [anyEnvironment(), newId('evt')],
    ),
  ),
)
report('a change with its job', await measure((client) => client.query(EMIT, [anyEnvironment(), newEvent()])))
for (const concurrency of [4, 16]) report(`jobs taken, ${concurrency} at a time`, await measureRunner(concurrency))
await close()

function report(name: string, perSecond: number): void {
  console.log(`${name.padEnd(28)} ${Math.round(perSecond)} per second`)
}

async function measure(work: (client: pg.Client) => Promise<unknown>): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  let count = 0
  const end = Date.now() + SECONDS * 1000
  await Promise.all(
    clients.map(async (client) => {
      for (; Date.now() < end; count++) await work(client)
      await client.end()
    }),
  )
  return count / SECONDS
}

/** One process that does nothing in its jobs: what remains is the queue. */
async function measureRunner(concurrency: number): Promise<number> {
  let count = 0
  // More than it can take.
  await run(
    connection,
    `select graphile_worker.add_jobs(array_agg(row('events.deliver', '{}', null, null, null, null, null, null)::graphile_worker.job_spec))
     from generate_series(1, ${SECONDS * 3000})`,
  )
  const runner = await startRunner({
    connection,
    log: pino({ level: 'silent' }),
    tasks: {
      'events.deliver': async () => {
        count += 1
      },
    },
    cronItems: [],
    pollIntervalMs: 1000,
    concurrency,
    abortMs: 1000,
    endedPools: new Set(),
    observedPools: newObservedPools(),
  })
  while (count === 0) await sleep(10)
  const [startedMs, before] = [performance.now(), count]
  await sleep(SECONDS * 1000)
  const perSecond = (count - before) / ((performance.now() - startedMs) / 1000)
  await runner.stop()
  return perSecond
}

async function insertEnvironments(): Promise<void> {
  const values = environments.map((id) => `('${id}')`).join(', ')
  await run(
    connection,
    `insert into workspaces (id, created_at) select id::uuid, now() from (values ${values}) as new (id)`,
    `insert into environments (id, workspace_id, mode, name)
     select id::uuid, id::uuid, 'live', 'Bench' from (values ${values}) as new (id)`,
  )
}

async function openEmbedded() {
  const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
  const { connection, stop } = await startEmbedded({ dataDir, print: () => {} })
  await migrate(connection)
  return {
    connection: connection as pg.ClientConfig,
    close: async () => {
      await stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function openCluster() {
  const coordinator = readCoordinator()
  const nodes = await listNodes(coordinator)
  for (const node of nodes) {
    await dropDatabases(node, DATABASE)
    await restoreDurability(node)
  }
  await createClusterDatabase(DATABASE, nodes)
  const connection = { ...coordinator, database: DATABASE }
  await migrate(connection)
  await distribute(connection)
  return {
    connection: connection as pg.ClientConfig,
    close: async () => {
      for (const node of nodes) await dropDatabases(node, DATABASE)
    },
  }
}

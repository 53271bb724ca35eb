import { pino } from 'pino'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openGate } from '../../server/src/gate.ts'
import { type Admit, admitThrough } from '../../server/src/http/admission.ts'
import { openAnswerCache } from '../../server/src/http/answer-cache.ts'
import { mountApi } from '../../server/src/http/api.ts'
import type { Routes } from '../../server/src/http/routes.ts'
import { createServer } from '../../server/src/http/server.ts'
import { createKey } from '../../server/src/modules/keys/keys.ts'
import { openWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { BARE } from '../../server/test/bare-surroundings.ts'

/** The same route on the same code three times over, in one process: nobody at the door, counters in memory, in Redis. */
const { DATA_DIR = '', REDIS_URL, WORKSPACES = '3000' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, say: () => {}, durable: false })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const surroundings = { ...BARE, db }
const system = { ...surroundings, now: clock(), log, signal: new AbortController().signal }

const keys: string[] = []
let attribution: Awaited<ReturnType<Admit>>['attribution'] | undefined
for (let index = 0; index < Number(WORKSPACES); index++) {
  const { live } = await openWorkspace(system, `Bench ${index}`)
  const { value } = await createKey(system, live.workspaceId, { label: 'bench', mode: 'live' }, { actor: null })
  keys.push(value)
  attribution ??= { ...live, caller: { kind: 'system' } }
}
if (!attribution) throw new Error('WORKSPACES must be at least 1')
const { environmentId } = attribution

/** A list as the catalogue's cache will answer it: 20 products, 8 kB. */
const body = Buffer.from(
  JSON.stringify({ data: Array.from({ length: 20 }, (_, id) => ({ id, text: 'x'.repeat(380) })) }),
)
const answers = openAnswerCache({ clock })
const kept = { body, etag: '"1"' }
answers.find = () => kept

const routes: Routes = async (app) => {
  const schema = (operationId: string) => ({ operationId, tags: ['Bench'], response: { 200: {} } })
  const cached = { access: 'key', limit: 'catalog-list', kept: {} } as const
  app.get('/cached', { config: cached, schema: schema('cached') }, async () => body)
  const counted = { access: 'key', limit: 'default' } as const
  app.get('/counted', { config: counted, schema: schema('counted') }, async () => ({ ok: true }))
}

const nobody: Admit = async (request) => ({
  attribution: attribution as NonNullable<typeof attribution>,
  isLookedUp: false,
  kept: request.routeOptions.config.kept && answers.find(request, environmentId),
})

async function open(admit: Admit): Promise<string> {
  const app = createServer({ logger: log })
  const lookAtPreflight = async () => undefined
  const options = { ...surroundings, prefix: '/v1', clock, modules: [routes], onRoute: () => {} }
  await mountApi(app, { ...options, admit, lookAtPreflight, answers })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const lock = { tenure: () => 1, settled: async () => {}, isHeld: async () => true }
const memory = await openGate({ db, log, clock, lock })
const redis = REDIS_URL ? await openGate({ db, log, clock, redisUrl: REDIS_URL }) : undefined
const urls = {
  off: await open(nobody),
  memory: await open(admitThrough(memory, answers)),
  ...(redis && { redis: await open(admitThrough(redis, answers)) }),
}
process.send?.({ urls, keys })
process.on('disconnect', async () => {
  await db.close()
  await database.stop()
  process.exit()
})

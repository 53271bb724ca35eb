import { pino } from 'pino'
import { openAccessControl } from '../../server/src/access-control.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { mountApi } from '../../server/src/http/api.ts'
import { type AuthorizeRequest, authorizeApiRequest } from '../../server/src/http/auth/authorize.ts'
import { openResponseCache } from '../../server/src/http/response-cache/response-cache.ts'
import type { Routes } from '../../server/src/http/routes.ts'
import { createServer } from '../../server/src/http/server/server.ts'
import { createKey } from '../../server/src/modules/keys/keys.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'

/**
 * The same route and code three times in one process: without limits, with counters in memory, with counters in Redis.
 */
const { DATA_DIR = '', REDIS_URL, WORKSPACES = '3000' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, print: () => {}, durable: false })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const dependencies = { ...STUB_DEPENDENCIES, db }
const system = { ...dependencies, now: clock(), log, signal: new AbortController().signal }

const keys: string[] = []
let identity: Awaited<ReturnType<AuthorizeRequest>>['identity'] | undefined
for (let index = 0; index < Number(WORKSPACES); index++) {
  const { live } = await provisionWorkspace(system, `Bench ${index}`)
  const { secret } = await createKey(system, live.workspaceId, { label: 'bench', mode: 'live' }, { actor: null })
  keys.push(secret)
  identity ??= { ...live, caller: { kind: 'system' } }
}
if (!identity) throw new Error('WORKSPACES must be at least 1')
const { environmentId } = identity

/** A list as the catalog's cache returns it: 20 products, 8 kB. */
const body = Buffer.from(
  JSON.stringify({ data: Array.from({ length: 20 }, (_, id) => ({ id, text: 'x'.repeat(380) })) }),
)
const responses = openResponseCache({ clock })
const cachedResponse = { body, etag: '"1"' }
responses.find = () => cachedResponse

const routes: Routes = async (app) => {
  const schema = (operationId: string) => ({ operationId, tags: ['Bench'], response: { 200: {} } })
  const cached = { access: 'key', limit: 'catalog-list', cache: {} } as const
  app.get('/cached', { config: cached, schema: schema('cached') }, async () => body)
  const counted = { access: 'key', limit: 'default' } as const
  app.get('/counted', { config: counted, schema: schema('counted') }, async () => ({ ok: true }))
}

const allowEveryone: AuthorizeRequest = async (request) => ({
  identity: identity as NonNullable<typeof identity>,
  wasCallerQueried: false,
  cached: request.routeOptions.config.cache && responses.find(request, environmentId),
})

async function openServer(authorize: AuthorizeRequest): Promise<string> {
  const app = createServer({ logger: log })
  const peekPreflightLimit = async () => undefined
  const options = { ...dependencies, prefix: '/v1', clock, modules: [routes], onRoute: () => {} }
  await mountApi(app, { ...options, authorize, peekPreflightLimit, responseCache: responses })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const lock = { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true }
const memory = await openAccessControl({ db, log, clock, lock })
const redis = REDIS_URL ? await openAccessControl({ db, log, clock, redisUrl: REDIS_URL }) : undefined
const urls = {
  off: await openServer(allowEveryone),
  memory: await openServer(authorizeApiRequest(memory, responses)),
  ...(redis && { redis: await openServer(authorizeApiRequest(redis, responses)) }),
}
process.send?.({ urls, keys })
process.on('disconnect', async () => {
  await db.close()
  await database.stop()
  process.exit()
})

import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openAccessControl } from '../src/access-control.ts'
import { buildApp, modules } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { acquireInstanceLock } from '../src/db/instance-lock.ts'
import { limitedRoutes } from './limited-routes.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** A server in a separate process, with a route limited to 60 a minute. It prints its address. */
const { LIMITED_CONNECTION = '{}', REDIS_URL } = process.env
const connection = JSON.parse(LIMITED_CONNECTION)
/** A thousand requests at once take long on a busy machine. */
const PATIENCE_MS = 60_000
const db = openDatabase({ connection, connectTimeoutMs: PATIENCE_MS })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const lock = REDIS_URL ? undefined : await acquireInstanceLock(connection, 'alone', () => process.exit(1))
const gate = await openAccessControl({
  db,
  log,
  clock,
  redisUrl: REDIS_URL,
  redisTimeoutMs: PATIENCE_MS,
  keyTimeoutMs: PATIENCE_MS,
  lock,
})
// Connects before the first request: this does not test warm-up.
while ((await gate.checks.redis?.())?.degraded) await sleep(20)
const app = await buildApp({
  ...STUB_DEPENDENCIES,
  db,
  connection,
  log,
  clock,
  accessControl: gate,
  isDraining: () => false,
  limits: { headersMs: PATIENCE_MS, requestMs: PATIENCE_MS, handlerMs: PATIENCE_MS, stalledMs: PATIENCE_MS },
  modules: [...modules, { routes: limitedRoutes }],
})
console.log(`listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)

import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openAccessControl } from '../src/access-control.ts'
import { buildApp, modules } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { acquireInstanceLock } from '../src/db/instance-lock.ts'
import { limitedRoutes } from './limited-routes.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** A server as a process of its own, with a route in a class of 60 a minute. It says where it listens. */
const { LIMITED_CONNECTION = '{}', REDIS_URL } = process.env
const connection = JSON.parse(LIMITED_CONNECTION)
const db = openDatabase({ connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const lock = REDIS_URL ? undefined : await acquireInstanceLock(connection, 'alone', () => process.exit(1))
const gate = await openAccessControl({ db, log, clock, redisUrl: REDIS_URL, lock })
// Connected before the first request: what is tested is not how a server warms up.
while ((await gate.checks.redis?.())?.degraded) await sleep(20)
const app = await buildApp({
  ...STUB_DEPENDENCIES,
  db,
  connection,
  log,
  clock,
  accessControl: gate,
  isDraining: () => false,
  modules: [...modules, { routes: limitedRoutes }],
})
console.log(`listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)

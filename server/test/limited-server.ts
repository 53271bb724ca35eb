import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp, modules } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { takeInstanceLock } from '../src/db/instance-lock.ts'
import { openGate } from '../src/gate.ts'
import { BARE } from './bare-surroundings.ts'
import { limitedRoutes } from './limited-routes.ts'

/** A server as a process of its own, with a route in a class of 60 a minute. It says where it listens. */
const { LIMITED_CONNECTION = '{}', REDIS_URL } = process.env
const connection = JSON.parse(LIMITED_CONNECTION)
const db = openDatabase({ connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const lock = REDIS_URL ? undefined : await takeInstanceLock(connection, 'alone', () => process.exit(1))
const gate = await openGate({ db, log, clock, redisUrl: REDIS_URL, lock })
// Connected before the first request: what is tested is not how a server warms up.
while ((await gate.checks.redis?.())?.degraded) await sleep(20)
const app = await buildApp({
  ...BARE,
  db,
  connection,
  log,
  clock,
  gate,
  isDraining: () => false,
  modules: [...modules, { routes: limitedRoutes }],
})
console.log(`listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)

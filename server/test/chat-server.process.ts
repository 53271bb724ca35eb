import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { openExternalServices } from '../src/integrations/external-services.ts'
import { deriveSecret } from '../src/secret-key.ts'
import { fastClock } from './fast-clock.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** One more server on a test's database that can call models. Built to be killed while one answers. */
const { CHAT_CONNECTION = '{}', CHAT_SECRET_KEY = '' } = process.env
const db = openDatabase({ connection: JSON.parse(CHAT_CONNECTION), maxConnections: 10, connectTimeoutMs: 60_000 })
const dependencies = {
  ...STUB_DEPENDENCIES,
  db,
  secretFor: (purpose: string) => deriveSecret(CHAT_SECRET_KEY, purpose),
  external: openExternalServices({ allowLoopback: true }),
}
const options = {
  log: pino({ level: 'warn' }),
  clock: () => new Date(),
  limitClock: fastClock(),
  isDraining: () => false,
}
const app = await buildApp({ ...dependencies, ...options })
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`listening on ${(app.server.address() as AddressInfo).port}`)

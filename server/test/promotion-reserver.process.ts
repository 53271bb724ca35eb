import { pino } from 'pino'
import { transaction } from '../src/ctx.ts'
import { openDatabase } from '../src/db/database.ts'
import { AppError } from '../src/kit/errors.ts'
import { confirmUses, releaseUses, reserveUses } from '../src/modules/promotions/uses/uses.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/**
 * A process that uses a promotion, like the checkouts of one of many servers. With USER_COUNT it reserves that many at
 * once, each for a separate holder, and prints the results; without, it reserves, orders and releases until it is
 * killed.
 */
const { USER_CONNECTION = '{}', USER_ENVIRONMENT = '{}', USER_USE = '{}', USER_NAME = '', USER_COUNT } = process.env
const db = openDatabase({ connection: JSON.parse(USER_CONNECTION), maxConnections: 8, connectTimeoutMs: 60_000 })
const ctx = {
  ...STUB_DEPENDENCIES,
  db,
  now: new Date(),
  log: pino({ level: 'warn' }),
  signal: new AbortController().signal,
  ...JSON.parse(USER_ENVIRONMENT),
  caller: { kind: 'system' as const },
}
const use = JSON.parse(USER_USE)

/** On a busy machine a connection or a lock may time out: nothing happened, so it retries. */
async function tryReserve(holder: string): Promise<string> {
  for (;;) {
    try {
      await transaction(ctx, (ctx) => reserveUses(ctx, holder, [use], new Date(Date.now() + 600_000)))
      return 'reserved'
    } catch (error) {
      if (error instanceof AppError) return String(error.details?.[0]?.reason ?? error.code)
      if (!(error instanceof Error) || !/timeout|57014|55P03/.test(`${error.message}`)) throw error
    }
  }
}

console.log('ready')
if (USER_COUNT) {
  const outcomes = await Promise.all(
    Array.from({ length: Number(USER_COUNT) }, (_, n) => tryReserve(`${USER_NAME} ${n}`)),
  )
  console.log(`outcomes ${JSON.stringify(outcomes)}`)
  await db.close()
} else {
  const workers = Array.from({ length: 6 }, async (_, worker) => {
    for (let n = 0; ; n++) {
      const holder = `${USER_NAME} ${worker} ${n}`
      await tryReserve(holder)
      if (n % 3 === 0) await confirmUses(ctx, holder)
      if (n % 3 !== 1) await transaction(ctx, (ctx) => releaseUses(ctx, holder))
      if (n === 5) console.log('busy')
    }
  })
  await Promise.all(workers)
}

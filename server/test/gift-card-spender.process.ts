import { pino } from 'pino'
import { type Ctx, transaction } from '../src/ctx.ts'
import { openDatabase } from '../src/db/database.ts'
import { emitAll } from '../src/events/emit.ts'
import { AppError } from '../src/kit/errors.ts'
import { debitCards } from '../src/modules/gift-cards/redemption/redemption.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** A killable process that pays with one gift card from its own pools, like checkouts do. */
const { SPENDER = '{}' } = process.env
const { connection, environment, giftCardId, amount, name, pools, payments } = JSON.parse(SPENDER)
const databases = Array.from({ length: pools }, () =>
  openDatabase({ connection, maxConnections: 5, connectTimeoutMs: 60_000 }),
)

async function debitOnce(n: number): Promise<'debited' | 'rejected'> {
  const ctx: Ctx = {
    ...STUB_DEPENDENCIES,
    ...environment,
    db: databases[n % databases.length],
    now: new Date(),
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    caller: { kind: 'system' },
  }
  const holder = `${name}-${n}`
  try {
    await transaction(ctx, async (ctx) =>
      emitAll(ctx, await debitCards(ctx, holder, [{ giftCardId, amount, currency: 'EUR' }])),
    )
    console.log(`paid ${holder}`)
    return 'debited'
  } catch (error) {
    if (error instanceof AppError && error.code === 'gift_card_rejected') return 'rejected'
    throw error
  }
}

const count = { debited: 0, rejected: 0 }
let next = 0
/** Limited to the concurrency of a busy server; more would time out waiting for a connection. */
await Promise.all(
  Array.from({ length: Math.min(payments, 40) }, async () => {
    while (next < payments) count[await debitOnce(next++)] += 1
  }),
)
console.log(`done ${count.debited} ${count.rejected}`)
await Promise.all(databases.map((db) => db.close()))

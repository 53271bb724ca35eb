import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemCtxAt } from '../../../test/event-runner.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { fileServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { transaction } from '../../ctx.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { sequenceEvents } from '../../events/sequence.ts'

const WRITERS = 16
const TRANSACTIONS_PER_WRITER = 5
const PAGE_SIZE = 7

// The reader asks without a pause for as long as the writers take: on a busy machine that is more than its limit.
const server = fileServer({ limitClock: fastClock() })
/** A connection for each writer: the server's own pool would make them wait for each other. */
let writersDb: Database

beforeAll(async () => {
  const { connection } = await server()
  writersDb = openDatabase({ connection, maxConnections: 2 * WRITERS })
})
afterAll(() => writersDb.close())

const named = (name: string): NewEvent => ({
  type: 'workspace.updated',
  data: { name, currency: 'EUR', timeZone: 'UTC' },
})

/** Up to the longest of these, transactions overlap and commit in any order. */
const randomPause = () => delay(Math.random() ** 3 * 60)

/** Writes in transactions that take their time after the event, and returns the names of those that were committed. */
async function write(shop: Shop, writer: number): Promise<string[]> {
  const committed: string[] = []
  for (let number = 0; number < TRANSACTIONS_PER_WRITER; number++) {
    const names = [`${writer}.${number}.a`, `${writer}.${number}.b`]
    const isRolledBack = Math.random() < 0.15
    const ctx = { ...systemCtxAt(shop), db: writersDb }
    const work = transaction(ctx, async (ctx) => {
      await emitAll(ctx, [named(names[0] ?? '')])
      await randomPause()
      await emitAll(ctx, [named(names[1] ?? '')])
      await randomPause()
      if (isRolledBack) throw new Error('changed my mind')
    })
    if (isRolledBack) await expect(work).rejects.toThrow('changed my mind')
    else {
      await work
      committed.push(...names)
      // As the job of the event does, concurrently with all others.
      if (number % 2 === 0) await sequenceEvents({ ...systemCtxAt(shop), db: writersDb })
    }
  }
  return committed
}

interface NamedEvent {
  id: string
  data: { name: string }
}

/** Reads without a pause, until the end of the feed is reached after the last commit. */
async function readWhile(shop: Shop, isWriting: () => boolean): Promise<NamedEvent[]> {
  const seen: NamedEvent[] = []
  for (;;) {
    const wasWriting = isWriting()
    const after = seen.at(-1)?.id ?? 'start'
    const { status, body } = await shop.api.get(`/v1/events?after=${after}&limit=${PAGE_SIZE}`)
    expect(status).toBe(200)
    seen.push(...body.data)
    if (!wasWriting && body.nextCursor === null) return seen
  }
}

describe('GET /v1/events?after=', () => {
  it.each(Array.from({ length: 10 }, (_, run) => run + 1))(
    'returns every event once while 16 writers commit late and out of order (run %i)',
    async () => {
      const shop = await openShop(await server())
      // The first request is slow: the writers would be done before the second.
      await shop.api.get('/v1/events?after=start')
      let isWriting = true
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(shop, writer)))
      void writing.finally(() => {
        isWriting = false
      })
      const [seen, committed] = await Promise.all([readWhile(shop, () => isWriting), writing])
      const names = seen.map(({ data }) => data.name)
      expect(names.toSorted()).toEqual(committed.flat().toSorted())
      // The same order for everyone, whenever they read.
      expect((await readWhile(shop, () => false)).map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
      // Of one transaction, in the order in which they were emitted.
      for (const name of names.filter((name) => name.endsWith('a'))) {
        expect(names.indexOf(name)).toBeLessThan(names.indexOf(name.replace('a', 'b')))
      }
    },
  )
})

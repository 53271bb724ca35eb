import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { quickRead, type Statement, sql } from './sql.ts'

const Row = Type.Object({ n: Type.Integer() })
const TIMES = Array.from({ length: 12 }, (_, time) => time)

async function openNumbers() {
  const db = openDatabase({ connection: await copyTemplate(), checkRows: true, onError: () => {} })
  await db.run(sql`create table numbers (n bigint primary key)`)
  await db.run(sql`insert into numbers values (0), (1), (2), (3)`)
  let roundTrips = 0
  db.pool.on('acquire', () => {
    roundTrips += 1
  })
  /** How many round trips it takes to execute the statement twelve times at once. */
  const countRoundTrips = async (toStatement: (time: number) => Statement) => {
    roundTrips = 0
    await Promise.all(TIMES.map((time) => db.rows(Row, toStatement(time))))
    return roundTrips
  }
  return { db, countRoundTrips }
}

const read = (n: number) => quickRead(sql`select n from numbers where n = ${n}`)

/** Reads of the table wait until `unlock`. */
async function lockNumbers(db: Database) {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const transaction = db.transaction(async (db) => {
    await db.run(sql`lock table numbers in access exclusive mode`)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const unlock = async () => {
    over.resolve()
    await transaction
  }
  return { unlock }
}

/** The processes of PostgreSQL in which a read waits. */
const listBlocked = (db: Database) =>
  db.rows(
    Row,
    sql`
      select pid as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from numbers where n =%'`,
  )

it('quick reads travel together, and each gets its own rows', async () => {
  const { db, countRoundTrips } = await openNumbers()
  const results = await Promise.all(TIMES.map((time) => db.rows(Row, read(time))))
  expect(results).toEqual(TIMES.map((time) => (time < 4 ? [{ n: time }] : [])))
  expect(await countRoundTrips(read)).toBe(2)
  const [pair, single] = await Promise.all([
    db.together((db) => Promise.all([db.row(Row, read(1)), db.row(Row, read(2))])),
    db.row(Row, read(3)),
  ])
  expect([pair, single]).toEqual([[{ n: 1 }, { n: 2 }], { n: 3 }])
  await db.close()
})

it('other statements travel alone: they may take long, lock or write', async () => {
  const { db, countRoundTrips } = await openNumbers()
  const alone: ((time: number) => Statement)[] = [
    (time) => sql`select n from numbers where n = ${time}`,
    (time) => quickRead(sql`select n from numbers where n = ${time} for key share`),
    (time) => quickRead(sql`update numbers set n = n where n = ${time} returning n`),
  ]
  for (const toStatement of alone) expect(await countRoundTrips(toStatement)).toBe(TIMES.length)
  await db.close()
})

it('only the read that fails fails, and its error shows who asked', async () => {
  const { db } = await openNumbers()
  const divide = (n: number) => db.rows(Row, quickRead(sql`select 6 / n as n from numbers where n = ${n}`))
  const settled = await Promise.allSettled([1, 0, 2, 0, 3].map(divide))
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    [{ n: 6 }],
    'division by zero',
    [{ n: 3 }],
    'division by zero',
    [{ n: 2 }],
  ])
  async function askForTheImpossible() {
    await divide(0)
  }
  const readTwo = db.together((db) =>
    Promise.allSettled([2, 0].map((n) => db.rows(Row, quickRead(sql`select 8 / n as n from numbers where n = ${n}`)))),
  )
  const [failed, [two, zero]] = await Promise.all([askForTheImpossible().catch((error) => error), readTwo, divide(1)])
  expect(failed.stack).toContain('askForTheImpossible')
  expect([two, zero]).toMatchObject([{ value: [{ n: 4 }] }, { reason: { message: 'division by zero' } }])
  await db.close()
})

it('only the read fails whose value cannot be sent, or whose result does not fit', async () => {
  const { db } = await openNumbers()
  const add = (n: unknown) => db.rows(Row, quickRead(sql`select ${n}::bigint + n as n from numbers where n < 2`))
  const large = '9007199254740993'
  const settled = await Promise.allSettled([1, large, 2, new Date(Number.NaN), 3, large].map(add))
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    [{ n: 1 }, { n: 2 }],
    expect.stringContaining('does not fit a number'),
    [{ n: 2 }, { n: 3 }],
    expect.stringContaining('Invalid time value'),
    [{ n: 3 }, { n: 4 }],
    expect.stringContaining('does not fit a number'),
  ])
  await db.close()
})

it('does not wait for reads that take long', async () => {
  const { db } = await openNumbers()
  const { unlock } = await lockNumbers(db)
  const slow: Promise<unknown>[] = []
  for (const n of [1, 2, 3]) {
    slow.push(db.row(Row, read(n)))
    await expect.poll(() => listBlocked(db), { interval: 5 }).toHaveLength(n)
  }
  expect(await db.row(Row, quickRead(sql`select 7 as n`))).toEqual({ n: 7 })
  await unlock()
  expect(await Promise.all(slow)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await db.close()
})

it('a lost connection fails the read that it was executing', async () => {
  const { db } = await openNumbers()
  const { unlock } = await lockNumbers(db)
  const all = Promise.allSettled(TIMES.map((time) => db.row(Row, read(time % 4))))
  await expect.poll(() => listBlocked(db), { interval: 5 }).toHaveLength(2)
  for (const { n } of await listBlocked(db)) await db.run(sql`select pg_terminate_backend(${n}::integer)`)
  await unlock()
  const rejected = (await all).flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))
  expect(rejected).toEqual([0, 6])
  expect(await db.row(Row, read(3))).toEqual({ n: 3 })
  await db.close()
})

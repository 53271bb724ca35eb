import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { recordQueries } from '../../test/query-recorder.ts'
import { type Db, openDatabase } from './database.ts'
import { sql } from './sql.ts'

const Row = Type.Object({ n: Type.Integer() })

async function withDatabase(work: (db: ReturnType<typeof openDatabase>) => Promise<void>) {
  const db = openDatabase({ connection: await copyTemplate(), checkRows: true })
  try {
    await db.run(sql`create table numbers (n bigint primary key)`)
    await work(db)
  } finally {
    await db.close()
  }
}

const numbers = async (db: Db) => (await db.rows(Row, sql`select n from numbers order by n`)).map(({ n }) => n)

describe('openDatabase', () => {
  it('renames columns and returns times in ISO 8601 and big integers as numbers', () =>
    withDatabase(async (db) => {
      const Shape = Type.Object({ createdAt: Type.String(), unitPrice2: Type.Integer(), whole: Type.String() })
      const row = await db.row(
        Shape,
        sql`select timestamptz '2026-01-02 03:04:05.6789+02' as created_at, 9007199254740991::bigint as unit_price_2,
              timestamptz '2026-01-02 03:04:05+00' as whole`,
      )
      expect(row).toEqual({
        createdAt: '2026-01-02T01:04:05.678Z',
        unitPrice2: 9007199254740991,
        whole: '2026-01-02T03:04:05.000Z',
      })
    }))

  it('rejects a number that would be rounded, and a row that does not match its schema', () =>
    withDatabase(async (db) => {
      await expect(db.row(Row, sql`select 9007199254740993::bigint as n`)).rejects.toThrow('does not fit a number')
      await expect(db.row(Row, sql`select 'x' as n`)).rejects.toThrow('does not match its schema')
      await expect(db.row(Row, sql`select 1 as n, 2 as more`)).rejects.toThrow('does not match its schema')
    }))

  it('rolls back a failed transaction, and only the inner one when its error is caught', () =>
    withDatabase(async (db) => {
      await expect(
        db.transaction(async (db) => {
          await db.run(sql`insert into numbers values (1)`)
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await db.transaction(async (db) => {
        await db.run(sql`insert into numbers values (2)`)
        await db
          .transaction(async (db) => {
            await db.run(sql`insert into numbers values (3)`)
            await db.run(sql`insert into numbers values (2)`)
          })
          .catch(() => {})
        await db.run(sql`insert into numbers values (4)`)
      })
      expect(await numbers(db)).toEqual([2, 4])
    }))

  it('sends a deferred statement with the next one or with the commit, which fails with it', () =>
    withDatabase(async (db) => {
      const { queries, roundTrips, clear } = recordQueries(db)
      const insert = (db: Db, n: number) => db.defer(sql`insert into numbers values (${n})`)
      await insert(db, 1)
      clear()
      await db.transaction(async (db) => {
        await insert(db, 2)
        await insert(db, 3)
        expect(await numbers(db)).toEqual([1, 2, 3])
        await insert(db, 4)
      })
      expect(queries().map(({ text }) => text.split(' ')[0])).toEqual([
        ...['begin', 'insert', 'insert', 'select'],
        ...['insert', 'commit'],
      ])
      expect(roundTrips()).toBe(2)
      await expect(db.transaction((db) => insert(db, 4))).rejects.toThrow('duplicate key')
      const writeTwice = db.transaction(async (db) => {
        await insert(db, 5)
        await db.transaction((db) => insert(db, 5)).catch(() => {})
        await insert(db, 6)
      })
      await writeTwice
      expect(await numbers(db)).toEqual([1, 2, 3, 4, 5, 6])
    }))

  it('reads together what is read at the same time, and only the statement that fails fails', () =>
    withDatabase(async (db) => {
      await db.run(sql`insert into numbers values (1), (2)`)
      const { roundTrips, clear } = recordQueries(db)
      const write = (db: Db, n: number) => db.run(sql`insert into numbers values (${n})`)
      const read = (db: Db, n: number) =>
        db.rows(Row, sql`select 12 / n as n from numbers where n >= ${n} order by numbers.n`)
      const readAll = () =>
        db.together((db) => Promise.all([read(db, 1), db.together((db) => read(db, 2)), numbers(db)]))
      await readAll()
      clear()
      expect(await readAll()).toEqual([[{ n: 12 }, { n: 6 }], [{ n: 6 }], [1, 2]])
      expect(roundTrips()).toBe(1)
      expect(await db.together((db) => Promise.all([write(db, 0), numbers(db)]))).toEqual([1, expect.anything()])
      const settle = (db: Db) => Promise.allSettled([read(db, 1), read(db, 0), numbers(db), write(db, 3)])
      const settled = await db.together(settle)
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
      expect(await numbers(db)).toEqual([0, 1, 2, 3])
      const readLarge = (db: Db) => db.rows(Row, sql`select 9007199254740993::bigint as n`)
      const [small, large] = await db.together((db) => Promise.allSettled([numbers(db), readLarge(db)]))
      expect([small.status, large.status]).toEqual(['fulfilled', 'rejected'])
      await expect(db.transaction((db) => db.together(settle).then(() => write(db, 4)))).rejects.toThrow()
      expect(await numbers(db)).toEqual([0, 1, 2, 3])
    }))

  it('reads one snapshot in repeatable read, which a nested transaction cannot request', () =>
    withDatabase(async (db) => {
      const seen = (isolation?: 'repeatable read') =>
        db.transaction(async (inner) => {
          const before = await inner.rows(Row, sql`select n from numbers`)
          await db.run(sql`insert into numbers select count(*) from numbers`)
          return (await inner.rows(Row, sql`select n from numbers`)).length - before.length
        }, isolation)
      expect(await seen()).toBe(1)
      expect(await seen('repeatable read')).toBe(0)
      const nested = db.transaction((db) => db.transaction(async () => {}, 'repeatable read'))
      await expect(nested).rejects.toThrow('has the isolation level of the outer one')
    }))

  it('throws when an aborted transaction commits', () =>
    withDatabase(async (db) => {
      const failing = db.transaction(async (db) => {
        await db.run(sql`insert into numbers values (1)`)
        await db.run(sql`insert into numbers values (1)`).catch(() => {})
        return 'all is well'
      })
      await expect(failing).rejects.toThrow('an error inside it was caught and ignored')
      expect(await numbers(db)).toEqual([])
    }))

  it('rejects writes after a transaction is over', () =>
    withDatabase(async (db) => {
      let insertLate: () => Promise<unknown> = async () => {}
      const work = db.transaction(async (db) => {
        insertLate = () => db.run(sql`insert into numbers values (7)`)
        throw new Error('no')
      })
      await expect(work).rejects.toThrow('no')
      await expect(insertLate()).rejects.toThrow('This transaction is over')
      expect(await numbers(db)).toEqual([])
    }))

  it('reads times as UTC, whatever the connection asks for', async () => {
    const db = openDatabase({ connection: { ...(await copyTemplate()), options: '-c timezone=Asia/Kolkata' } })
    const At = Type.Object({ at: Type.String() })
    expect(await db.row(At, sql`select timestamptz '2026-01-02 03:04:05+00' as at`)).toEqual({
      at: '2026-01-02T03:04:05.000Z',
    })
    await db.close()
  })

  it('retries a transaction that lost a deadlock', () =>
    withDatabase(async (db) => {
      await db.run(sql`insert into numbers values (1), (2)`)
      let runs = 0
      let lockCount = 0
      const bothLocked = Promise.withResolvers<void>()
      const oneCommitted = Promise.withResolvers<void>()
      const lockInOrder = async (first: number, second: number) => {
        await db.transaction(async (db) => {
          runs += 1
          // The loser may only retry after the winner, or it could cause the next deadlock.
          if (runs > 2) await oneCommitted.promise
          await db.row(Row, sql`select n from numbers where n = ${first} for update`)
          if (++lockCount === 2) bothLocked.resolve()
          await bothLocked.promise
          await db.row(Row, sql`select n from numbers where n = ${second} for update`)
        })
        oneCommitted.resolve()
      }
      await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)])
      expect(runs).toBe(3)
    }))

  it('sends values only as parameters', () =>
    withDatabase(async (db) => {
      const Text = Type.Object({ text: Type.String() })
      const evil = "'; drop table numbers; --"
      expect(await db.row(Text, sql`select ${evil}::text as text`)).toEqual({ text: evil })
      expect(await numbers(db)).toEqual([])
    }))
})

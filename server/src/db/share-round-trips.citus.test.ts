import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { openDatabase } from './database.ts'
import { quickRead, sql, withGenericPlan } from './sql.ts'

const Row = Type.Object({ n: Type.Integer() })

it('nothing shares a round trip on Citus', async () => {
  const db = openDatabase({ connection: await copyTemplate() })
  const read = (n: number) => db.row(Row, quickRead(withGenericPlan(sql`select ${n}::bigint as n`)))
  await read(0)
  let roundTrips = 0
  db.genericPlanPool.on('acquire', () => {
    roundTrips += 1
  })
  expect(await Promise.all([1, 2, 3, 4].map(read))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
  expect(roundTrips).toBe(4)
  await db.close()
})

import { Type } from 'typebox'
import { expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import type { Ctx } from '../ctx.ts'
import { findPublicProduct } from '../modules/listings/queries.ts'
import { type Db, openDatabase } from './database.ts'
import { sql, withGenericPlan } from './sql.ts'

async function openNarrow() {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  return db
}

const Plans = Type.Object({ genericPlans: Type.Integer(), customPlans: Type.Integer() })

/** How often each kind of plan was used for a statement with a generic plan. */
const plansOf = (db: Db, pattern: string) =>
  db.rows(
    Plans,
    withGenericPlan(
      sql`select generic_plans, custom_plans from pg_prepared_statements where statement like ${pattern}
        and statement not like '%pg_prepared_statements%'`,
    ),
  )

it('uses one plan for all values in a statement with a generic plan, however short a list is', async () => {
  const db = await openNarrow()
  const Row = Type.Object({ n: Type.Integer() })
  const unnest = (list: number[]) => db.rows(Row, withGenericPlan(sql`select unnest(${list}::integer[]) as n`))
  for (const list of [[1], [1, 2], [], [3, 4, 5]]) expect((await unnest(list)).map(({ n }) => n)).toEqual(list)
  expect(await plansOf(db, 'select unnest($1::integer[])%')).toEqual([{ genericPlans: 4, customPlans: 0 }])
})

it('plans the read of a product once: it takes four times as long as the read', async () => {
  const db = await openNarrow()
  const environment = { environmentId: '0190b7a0-0000-7000-8000-000000000001', publicUrl: 'https://shop.example' }
  const ctx = { ...environment, db, now: new Date() } as unknown as Ctx
  for (const handle of ['mug', 'shirt']) expect(await findPublicProduct(ctx, handle, null)).toBeUndefined()
  expect(await plansOf(db, '%from product_redirects%')).toEqual([{ genericPlans: 2, customPlans: 0 }])
})

it('plans all other statements as usual, unless the transaction asks for generic plans', async () => {
  const db = await openNarrow()
  const Mode = Type.Object({ mode: Type.String() })
  const mode = sql`select current_setting('plan_cache_mode') || ' ' || current_setting('enable_seqscan') as mode`
  const [custom, generic] = [{ mode: 'auto on' }, { mode: 'force_generic_plan off' }]
  expect([await db.one(Mode, mode), await db.one(Mode, withGenericPlan(mode))]).toEqual([custom, generic])
  expect(await db.transaction((db) => db.one(Mode, withGenericPlan(mode)))).toEqual(custom)
  expect(await db.transaction((db) => db.one(Mode, mode), 'repeatable read')).toEqual(custom)
  expect(await db.transaction((db) => db.one(Mode, mode), 'generic plan')).toEqual(generic)
})

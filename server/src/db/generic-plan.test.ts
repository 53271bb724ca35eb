import { Type } from 'typebox'
import { expect, it, onTestFinished } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { openDatabase } from './database.ts'
import { sql, withGenericPlan } from './sql.ts'

async function openNarrow() {
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 1 })
  onTestFinished(() => db.close())
  return db
}

it('uses one plan for all values in a statement with a generic plan, however short a list is', async () => {
  const db = await openNarrow()
  const Row = Type.Object({ n: Type.Integer() })
  const unnest = (list: number[]) => db.rows(Row, withGenericPlan(sql`select unnest(${list}::integer[]) as n`))
  for (const list of [[1], [1, 2], [], [3, 4, 5]]) expect((await unnest(list)).map(({ n }) => n)).toEqual(list)
  const Plans = Type.Object({ genericPlans: Type.Integer(), customPlans: Type.Integer() })
  const plans = sql`
    select generic_plans, custom_plans from pg_prepared_statements where statement like 'select unnest($1::integer[])%'`
  expect(await db.rows(Plans, withGenericPlan(plans))).toEqual([{ genericPlans: 4, customPlans: 0 }])
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

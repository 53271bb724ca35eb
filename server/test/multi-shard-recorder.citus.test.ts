import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../src/db/database.ts'
import { type Statement, sql } from '../src/db/sql.ts'
import { copyTemplate } from './database.ts'
import { type MultiShardStatement, recordMultiShardStatements } from './multi-shard-recorder.ts'

const Count = Type.Object({ count: Type.Integer() })

const countTickets = () => sql`select count(*) as count from tickets`
const countOrders = (environmentId: string) =>
  sql`select count(*) as count from orders where environment_id = ${environmentId}`
const deleteTickets = () => sql`delete from tickets where environment_id is not null`

async function openRecorded(): Promise<{ db: Database; recorded: () => MultiShardStatement[] }> {
  const file = join(inject('scratch'), randomUUID())
  const db = openDatabase({ connection: await copyTemplate(), maxConnections: 2 })
  onTestFinished(() => db.close())
  recordMultiShardStatements(db, file)
  const recorded = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return { db, recorded }
}

const asRecorded = ({ text }: Statement) => ({ text, route: null })

it('records a deferred statement that travels with the commit', async () => {
  const { db, recorded } = await openRecorded()
  await db.transaction(async (db) => {
    await db.row(Count, countOrders(randomUUID()))
    await db.defer(deleteTickets())
  })
  expect(recorded()).toEqual([asRecorded(deleteTickets())])
})

it('records any statement of a batch, not its neighbors', async () => {
  const { db, recorded } = await openRecorded()
  await db.together((db) =>
    Promise.all(
      [countOrders(randomUUID()), countTickets(), countOrders(randomUUID())].map((one) => db.row(Count, one)),
    ),
  )
  expect(recorded()).toEqual([asRecorded(countTickets())])
})

it('does not record the plan for all values that PostgreSQL tries the sixth time', async () => {
  const { db, recorded } = await openRecorded()
  const fulfill = (environmentId: string) => sql`
    update order_items set fulfilled = fulfilled + input.quantity
    from jsonb_to_recordset(${'[]'}::jsonb) as input (id text, quantity integer)
    where environment_id = ${environmentId} and order_items.id = input.id`
  for (let times = 1; times <= 8; times++) await db.run(fulfill(randomUUID()))
  expect(recorded()).toEqual([])
})

it('records a statement that crosses shards only later', async () => {
  const { db, recorded } = await openRecorded()
  const countIn = (ids: string[]) => sql`select count(*) as count from orders where environment_id = any(${ids})`
  for (let times = 1; times <= 7; times++) await db.row(Count, countIn([randomUUID()]))
  expect(recorded()).toEqual([])
  await db.row(Count, countIn(Array.from({ length: 20 }, () => randomUUID())))
  expect(recorded()).toEqual([asRecorded(countIn([]))])
})

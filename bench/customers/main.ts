// Measures the lists of customers, loyalty members and leads: `npm run bench:customers` inserts a million customers with
// points, and as many leads, into one environment and explains the statement of every filter and sort. Prints the time and the slowest plans, and
// fails if one takes 50 ms or more.
// `npm run bench:customers -- 100000` uses fewer.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { SESSION_SETTINGS } from '../../server/src/db/pool.ts'
import type { Statement } from '../../server/src/db/sql.ts'
import { listCustomers } from '../../server/src/modules/customers/customers.ts'
import type { CustomersQuery } from '../../server/src/modules/customers/schemas.ts'
import { listLeads } from '../../server/src/modules/leads/leads.ts'
import type { LeadsQuery } from '../../server/src/modules/leads/schemas.ts'
import { listMembers } from '../../server/src/modules/loyalty/members/members.ts'
import type { LoyaltyMembersQuery } from '../../server/src/modules/loyalty/members/schemas.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { median } from '../kit/statistics.ts'
import { customerId, seedCustomers } from './seed.ts'

const COUNT = Number(process.argv[2] ?? 1_000_000)
const RUNS = 5
const LIMIT_MS = 50

const rare = Math.floor(COUNT / 2 / 10_000) * 10_000
const timeOf = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString()
const LARGE = `seg_${'1'.padStart(26, '0')}` as const
const SMALL = `seg_${'2'.padStart(26, '0')}` as const

const FILTERS: CustomersQuery[] = [
  {},
  { q: `person${rare}@example.com` },
  { q: 'person' },
  { q: 'zz-nobody' },
  { email: `person${rare}@example.com` },
  { phone: `+43${1_000_000 + rare}` },
  { externalId: String(rare) },
  { tag: 'common' },
  { tag: 'rare' },
  { tag: 'unused' },
  { emailMarketing: 'subscribed' },
  { emailMarketing: 'pending' },
  { ordersMin: 1 },
  { ordersMin: 100 },
  { ordersMax: 0 },
  { ordersMax: 1 },
  { spentMin: 100_000 },
  { spentMin: 1_000_000 },
  { spentMax: 2000 },
  { lastOrderFrom: timeOf(COUNT - 1000) },
  { lastOrderTo: timeOf(1000) },
  { createdFrom: timeOf(COUNT - 1000) },
  { createdTo: timeOf(1000) },
  { segmentId: LARGE },
  { segmentId: SMALL },
  { rfm: 'lost' },
  { rfm: 'champions' },
  { rfm: 'hibernating' },
  { tag: 'common', emailMarketing: 'subscribed' },
  { tag: 'rare', ordersMin: 1 },
  { q: 'person1', tag: 'rare' },
  { ordersMin: 1, createdTo: timeOf(1000) },
  { spentMin: 1_000_000, emailMarketing: 'pending' },
  { segmentId: LARGE, tag: 'rare' },
  { segmentId: SMALL, emailMarketing: 'unsubscribed' },
  { rfm: 'champions', createdFrom: timeOf(COUNT / 2) },
  { lastOrderFrom: timeOf(COUNT / 2), spentMin: 100_000 },
]
const MEMBER_FILTERS: LoyaltyMembersQuery[] = [
  {},
  { q: `person${rare}@example.com` },
  { q: 'person' },
  { q: 'zz-nobody' },
  { tier: 'silver' },
  { tier: 'gold' },
  { tier: 'unused' },
  { tier: 'gold', q: 'person1' },
  { tier: 'silver', q: 'zz-nobody' },
]

const LEAD_FILTERS: LeadsQuery[] = [
  {},
  { status: 'new' },
  { status: 'qualified' },
  { status: 'lost' },
  { status: 'spam' },
  { source: 'newsletter' },
  { source: 'fair' },
  { source: 'unused' },
  { q: `person${rare}@example.com` },
  { q: 'person' },
  { q: 'zz-nobody' },
  { assigneeId: 'usr_1' },
  { scoreMin: 50 },
  { scoreMin: 100 },
  { createdFrom: timeOf(COUNT - 1000) },
  { createdTo: timeOf(1000) },
  { status: 'new', source: 'fair' },
  { status: 'qualified', scoreMin: 90 },
  { status: 'lost', createdTo: timeOf(1000) },
  { source: 'newsletter', q: 'person a' },
  { source: 'newsletter', q: 'person1' },
]

/** The rank of a customer in the middle of each list. */
const MIDDLE_MS = Date.UTC(2024, 0, 1) + (COUNT / 2) * 60_000
const CUSTOMER_RANKS = { newest: MIDDLE_MS, last_order: MIDDLE_MS, orders: 1, spent: 5000 }
const MEMBER_RANKS = { newest: MIDDLE_MS, balance: 2500 }
const LEAD_RANKS = { newest: MIDDLE_MS, score: 50 }
const toCursor = (rank: number) => Buffer.from(`${rank}:${customerId(COUNT / 2)}`).toString('base64url')

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {}, durable: false })
try {
  await migrate(database.connection)
  const db = openDatabase({ connection: database.connection })
  const log = pino({ level: 'error' })
  const system = { ...STUB_DEPENDENCIES, db, now: new Date(), log, signal: new AbortController().signal }
  const { live } = await provisionWorkspace(system, 'Bench')

  const client = new pg.Client({
    ...database.connection,
    options: SESSION_SETTINGS.map((one) => `-c ${one}`).join(' '),
  })
  await client.connect()
  await client.query('set statement_timeout = 0')
  const startedMs = performance.now()
  await seedCustomers(client, live.environmentId, COUNT)
  console.log(`${COUNT} customers in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)

  /** The statements that the API runs. */
  async function record(list: (ctx: Ctx) => Promise<unknown>): Promise<Statement[]> {
    const recorded: Statement[] = []
    const rows: typeof db.rows = (schema, statement) => {
      recorded.push(statement)
      return db.rows(schema, statement)
    }
    await list({ ...system, ...live, caller: { kind: 'system' }, db: { ...db, rows } } as Ctx)
    return recorded
  }

  async function measure(statements: Statement[]): Promise<{ ms: number; plan: string }> {
    const plans: string[] = []
    let ms = 0
    for (const { text, values } of statements) {
      const times: number[] = []
      let plan = ''
      for (let run = 0; run < RUNS; run++) {
        const { rows } = await client.query({ text: `explain (analyze, buffers) ${text}`, values })
        plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        times.push(msOf(plan, 'Planning') + msOf(plan, 'Execution'))
      }
      plans.push(plan)
      ms += median(times)
    }
    return { ms, plan: plans.join('\n\n') }
  }

  const msOf = (plan: string, part: string): number => Number(new RegExp(`${part} Time: ([\\d.]+) ms`).exec(plan)?.[1])

  const slow: string[] = []
  async function report<Sort extends string, Filter extends object>(
    filters: Filter[],
    ranks: Record<Sort, number>,
    list: (ctx: Ctx, query: Filter & { sort: Sort; cursor?: string }) => Promise<unknown>,
  ): Promise<void> {
    const sorts = Object.keys(ranks) as Sort[]
    console.log(`\n| filter | ${sorts.join(' | ')} |\n|---|${sorts.map(() => '---:').join('|')}|`)
    for (const filter of filters) {
      const cells: string[] = []
      for (const sort of sorts) {
        const times: string[] = []
        for (const query of [
          { ...filter, sort },
          { ...filter, sort, cursor: toCursor(ranks[sort]) },
        ]) {
          const { ms, plan } = await measure(await record((ctx) => list(ctx, query)))
          times.push(ms.toFixed(1))
          if (ms >= LIMIT_MS) slow.push(`${JSON.stringify(query)}: ${ms.toFixed(1)} ms\n${plan}`)
        }
        cells.push(times.join(' / '))
      }
      console.log(`| ${JSON.stringify(filter)} | ${cells.join(' | ')} |`)
    }
  }

  await report(FILTERS, CUSTOMER_RANKS, listCustomers)
  // Changes, which have an order of their own.
  const changes: Omit<CustomersQuery, 'sort'>[] = FILTERS.map((filter) => ({ ...filter, updatedFrom: timeOf(0) }))
  await report(changes, { updated: -MIDDLE_MS }, (ctx, { cursor, ...query }) => {
    const { sort: _, ...filter } = query
    return listCustomers(ctx, { ...filter, ...(cursor && { cursor }) })
  })
  await report(MEMBER_FILTERS, MEMBER_RANKS, listMembers)
  await report(LEAD_FILTERS, LEAD_RANKS, listLeads)
  await client.end()
  await db.close()
  if (slow.length > 0) {
    console.log(`\n${slow.length} statements take ${LIMIT_MS} ms or more:\n\n${slow.join('\n\n')}`)
    process.exitCode = 1
  }
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

// Measures the lists, counts and searches of tickets: `npm run bench:tickets` inserts a million tickets with five million
// messages into one environment and explains the statements of every view. Prints the times and the slowest plans, and
// fails if one takes 50 ms or more.
// `npm run bench:tickets -- 20000` uses fewer; `-- 1000000 /tmp/tickets` keeps the data, and uses it again next time.
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
import { listMessages } from '../../server/src/modules/tickets/messages/messages.ts'
import type { TicketFilter, TicketsQuery } from '../../server/src/modules/tickets/schemas.ts'
import { countTickets, getTicket, listTickets } from '../../server/src/modules/tickets/tickets.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { median } from '../kit/statistics.ts'
import { seedTickets, teamId, ticketId, userId } from './seed.ts'

const COUNT = Number(process.argv[2] ?? 1_000_000)
const RUNS = 5
const LIMIT_MS = 50

const rare = Math.floor(COUNT / 2 / 10_000) * 10_000 || 10_000
const timeOf = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString()
const agent = userId(2)
const team = teamId(1)
const pad = (prefix: 'cus' | 'ord', n: number) => `${prefix}_${String(n).padStart(26, '0')}`

const FILTERS: TicketFilter[] = [
  {},
  { status: 'open' },
  { status: 'open,pending' },
  { status: 'resolved' },
  { status: 'tst_00000000000000000000000002' },
  { status: 'tst_00000000000000000000000003' },
  { status: 'open', assignee: agent },
  { status: 'open,pending', assignee: agent },
  { status: 'open', assignee: 'none' },
  { assignee: agent },
  { assignee: 'usr_nobody' },
  { status: 'open', team },
  { team },
  { status: 'open', team: 'none' },
  { tag: 'common' },
  { tag: 'rare' },
  { tag: 'unused' },
  { status: 'open', tag: 'rare' },
  { status: 'open', channel: 'contact_form' },
  { channel: 'chat' },
  { customer: pad('cus', 7) as `cus_${string}` },
  { order: pad('ord', rare) as `ord_${string}` },
  { status: 'open', priority: 'urgent' },
  { priority: 'low' },
  { status: 'open', waitingLongerThan: 60 },
  { waitingLongerThan: 60 },
  { status: 'open', snoozed: false },
  { snoozed: true },
  { spam: true },
  { mentioned: agent },
  { follower: agent },
  { status: 'open,pending', follower: agent },
  { createdFrom: timeOf(COUNT - 1000) },
  { createdTo: timeOf(1000) },
  { status: 'open', createdFrom: timeOf(COUNT - 1000) },
  { q: `#${1000 + rare}` },
  { q: `person${Math.floor(COUNT / 9)}@example.com` },
  { q: 'question' },
  { q: 'w49001' },
  { q: 'w3 w5' },
  { q: 'hello' },
  { q: 'zz-nobody' },
  { q: 'hello', status: 'open', assignee: agent },
]

/** The rank of a ticket in the middle of each list. */
const MIDDLE_MS = Date.UTC(2024, 0, 1) + (COUNT / 2) * 60_000
const RANKS = {
  waiting: MIDDLE_MS - 9_000_000_000_000,
  newest: MIDDLE_MS,
  updated: MIDDLE_MS,
  priority: 2 * 100_000_000_000_000 + MIDDLE_MS - 9_000_000_000_000,
}
const SORTS = ['waiting', 'newest', 'updated', 'priority'] as const
const toCursor = (rank: number) => Buffer.from(`${rank}:${ticketId(COUNT / 2)}`).toString('base64url')

type LiveEnvironment = Awaited<ReturnType<typeof provisionWorkspace>>['live']

const keptDir = process.argv[3]
const dataDir = keptDir ?? join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {}, durable: false })
try {
  await migrate(database.connection)
  const db = openDatabase({ connection: database.connection })
  const log = pino({ level: 'error' })
  const system = { ...STUB_DEPENDENCIES, db, now: new Date(), log, signal: new AbortController().signal }
  const client = new pg.Client({
    ...database.connection,
    options: SESSION_SETTINGS.map((one) => `-c ${one}`).join(' '),
  })
  await client.connect()
  await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`)
  const live = (await findSeeded()) ?? (await seed())

  async function findSeeded(): Promise<LiveEnvironment | undefined> {
    const { rows } = await client.query(
      `select environments.id as "environmentId", workspace_id as "workspaceId", mode
       from environments where mode = 'live' and exists (select from tickets where environment_id = environments.id)`,
    )
    return rows[0]
  }

  async function seed(): Promise<LiveEnvironment> {
    const { live } = await provisionWorkspace(system, 'Bench')
    const startedMs = performance.now()
    await seedTickets(client, live.environmentId, COUNT)
    console.log(`${COUNT} tickets in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
    return live
  }

  /** The statements that the API runs. */
  async function record(read: (ctx: Ctx) => Promise<unknown>): Promise<Statement[]> {
    const recorded: Statement[] = []
    const keep = <T extends Statement>(statement: T): T => {
      recorded.push(statement)
      return statement
    }
    const recorder: Pick<typeof db, 'rows' | 'row' | 'one'> = {
      rows: (schema, statement) => db.rows(schema, keep(statement)),
      row: (schema, statement) => db.row(schema, keep(statement)),
      one: (schema, statement) => db.one(schema, keep(statement)),
    }
    await read({ ...system, ...live, caller: { kind: 'system' }, db: { ...db, ...recorder } } as Ctx)
    return recorded
  }

  const msOf = (plan: string, part: string): number => Number(new RegExp(`${part} Time: ([\\d.]+) ms`).exec(plan)?.[1])

  async function explain({ text, values }: Statement): Promise<{ ms: number; plan: string }> {
    const { rows } = await client.query({ text: `explain (analyze, buffers, timing off) ${text}`, values })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return { ms: msOf(plan, 'Planning') + msOf(plan, 'Execution'), plan }
  }

  const slow: string[] = []
  async function measure(name: string, read: (ctx: Ctx) => Promise<unknown>): Promise<string> {
    const plans: string[] = []
    let ms = 0
    for (const statement of await record(read)) {
      const times: number[] = []
      let plan = ''
      for (let run = 0; run < RUNS; run++) {
        const explained = await explain(statement)
        times.push(explained.ms)
        plan = explained.plan
      }
      plans.push(plan)
      ms += median(times)
    }
    if (ms >= LIMIT_MS) slow.push(`${name}: ${ms.toFixed(1)} ms\n${plans.join('\n\n')}`)
    return ms.toFixed(1)
  }

  console.log(`\n| filter | ${SORTS.join(' | ')} | count |\n|---|${SORTS.map(() => '---:').join('|')}|---:|`)
  for (const filter of FILTERS) {
    const cells: string[] = []
    for (const sort of SORTS) {
      const times: string[] = []
      for (const query of [
        { ...filter, sort },
        { ...filter, sort, cursor: toCursor(RANKS[sort]) },
      ] as TicketsQuery[]) {
        times.push(await measure(JSON.stringify(query), (ctx) => listTickets(ctx, query)))
      }
      cells.push(times.join(' / '))
    }
    const count = await measure(`count ${JSON.stringify(filter)}`, (ctx) => countTickets(ctx, filter))
    console.log(`| \`${JSON.stringify(filter)}\` | ${cells.join(' | ')} | ${count} |`)
  }

  const single = {
    'a ticket': (ctx: Ctx) => getTicket(ctx, ticketId(rare)),
    'its messages': (ctx: Ctx) => listMessages(ctx, ticketId(rare), {}),
  }
  console.log('\n| read | ms |\n|---|---:|')
  for (const [name, read] of Object.entries(single)) console.log(`| ${name} | ${await measure(name, read)} |`)

  await client.end()
  await db.close()
  if (slow.length > 0) {
    console.log(`\n${slow.length} reads take ${LIMIT_MS} ms or more:\n\n${slow.join('\n\n')}`)
    process.exitCode = 1
  }
} finally {
  await database.stop()
  if (!keptDir) await rm(dataDir, { recursive: true, force: true })
}

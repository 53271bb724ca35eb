import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readStatements } from './statements.ts'

/**
 * Executes every statement of the source on the distributed database `CITUS_URL`, with made-up values and with nulls, and
 * rolls back. Lists those that Citus rejects, or does not write. Takes a minute, where the tests take an hour.
 */
const root = fileURLToPath(new URL('..', import.meta.url))

/** Of errors, only those that do not depend on the values. */
const REJECTED = /^(0A000|XX000|42P01|42703|42883|42804|42P10)$/

const VALUES: Record<string, string> = {
  uuid: "'00000000-0000-4000-8000-000000000000'",
  boolean: 'false',
  json: "'[]'",
  jsonb: "'[]'",
  tsquery: "'a'",
  bytea: "'\\x00'",
  date: "'2026-01-01'",
  interval: "'1 day'",
  'timestamp with time zone': "'2026-01-01'",
  'timestamp without time zone': "'2026-01-01'",
}

const toValue = (type: string): string => {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (/int|numeric|double|real/.test(type)) return `1::${type}`
  return `${VALUES[type] ?? "'a'"}::${type}`
}

const toNull = (type: string): string => (type === 'uuid' ? toValue(type) : `null::${type}`)

/** A write that names no shard. Citus does that to a CTE whose condition is false for these values: it writes nothing. */
const LOST_WRITE = /^issuing .*\b(?:UPDATE|DELETE FROM|INSERT INTO) public\.\w*[a-z] /

let lostWrites: string[] = []

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(process.env.CITUS_URL)
  client.on('error', () => {})
  client.on('notice', ({ message = '' }) => {
    if (LOST_WRITE.test(message)) lostWrites.push(message)
  })
  await client.connect()
  await client.query("set statement_timeout = '20s'")
  await client.query('set citus.log_remote_commands = on')
  return client
}

let client = await connect()

/** Returns why Citus rejects the statement with these values, or loses a write. */
async function tryStatement(text: string, toParameter: (type: string) => string): Promise<string | undefined> {
  lostWrites = []
  try {
    await client.query(`prepare statement as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'statement'",
    )
    const values = (rows[0]?.types ?? []).map(toParameter)
    await client.query('begin')
    await client.query(`execute statement${values.length > 0 ? `(${values.join(', ')})` : ''}`)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (REJECTED.test(code ?? 'XX000') && !message.includes(' violates ')) return message
  } finally {
    try {
      await client.query('rollback')
      await client.query('deallocate all')
    } catch {
      // The statement has crashed the coordinator, which takes a moment to start again.
      await sleep(10_000)
      client = await connect()
    }
  }
  return lostWrites.length > 0 ? `does not write: ${lostWrites[0]}` : undefined
}

const [only = ''] = process.argv.slice(2)
const statements = readStatements(root).filter(({ location }) => location.includes(only))
let rejected = 0
for (const { location, text } of statements) {
  const problem = await tryStatement(text, toValue)
  if (problem) rejected += 1
  // Not an error: most parameters are never null.
  const problemWithNulls = problem ? undefined : await tryStatement(text, toNull)
  if (problem) console.error(`${location}: ${problem}`)
  else if (problemWithNulls) console.log(`${location}: if its parameters may be null: ${problemWithNulls}`)
}
await client.end()
console.log(`${statements.length} statements executed, ${rejected} rejected`)
process.exitCode = rejected > 0 ? 1 : 0

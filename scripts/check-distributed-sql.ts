import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readStatements } from './statements.ts'

/**
 * Executes every statement of the source on the distributed database `CITUS_URL`, with made-up values, and rolls back.
 * Lists those that Citus rejects. Takes a minute, where the tests take an hour.
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

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(process.env.CITUS_URL)
  client.on('error', () => {})
  await client.connect()
  await client.query("set statement_timeout = '20s'")
  return client
}

let client = await connect()
let rejected = 0
const [only = ''] = process.argv.slice(2)
const statements = readStatements(root).filter(({ location }) => location.includes(only))
for (const [index, { location, text }] of statements.entries()) {
  const name = `statement_${index}`
  try {
    await client.query(`prepare ${name} as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
      [name],
    )
    const values = (rows[0]?.types ?? []).map(toValue)
    await client.query('begin')
    await client.query(`execute ${name}${values.length > 0 ? `(${values.join(', ')})` : ''}`)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (REJECTED.test(code ?? 'XX000')) {
      rejected += 1
      console.error(`${location}: ${message} (${code})`)
    }
  }
  try {
    await client.query('rollback')
    await client.query(`deallocate all`)
  } catch {
    // The statement has crashed the coordinator, which takes a moment to start again.
    await sleep(10_000)
    client = await connect()
  }
}
await client.end()
console.log(`${statements.length} statements executed, ${rejected} rejected`)
process.exitCode = rejected > 0 ? 1 : 0

import { fileURLToPath } from 'node:url'
import { readStatements } from './statements.ts'
import { findForeignWrites, findUnownedTables } from './table-owners.ts'
import { withDatabase } from './with-database.ts'

/**
 * Prepares every statement of the source against a migrated database: a misspelled column fails here, not in
 * production. Each statement writes only tables of its own module.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const statements = readStatements(root)

const violations = await withDatabase(async (client) => {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'migration_progress') order by 1",
  )
  const problems = findUnownedTables(tables.map(({ name }) => name)).map(
    (table) => `${table}: name its owner in table-owners.ts`,
  )
  for (const [index, { location, text }] of statements.entries()) {
    for (const { table, owner } of findForeignWrites(location, text))
      problems.push(`${location}: writes ${table}, which ${owner} owns`)
    try {
      await client.query(`prepare statement_${index} as ${text}`)
    } catch (error) {
      problems.push(`${location}: ${(error as Error).message}`)
    }
  }
  return problems
})

for (const violation of violations) console.error(violation)
console.log(`${statements.length} statements prepared, ${violations.length} rejected`)
process.exitCode = violations.length > 0 || statements.length === 0 ? 1 : 0

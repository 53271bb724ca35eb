import { fileURLToPath } from 'node:url'
import { readStatements } from './statements.ts'
import { withDatabase } from './with-database.ts'

/**
 * Prepares every statement of the source against a migrated database: a misspelled column fails here, not in
 * production.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const statements = readStatements(root)

const faults = await withDatabase(async (client) => {
  const found: string[] = []
  for (const [index, { place, text }] of statements.entries()) {
    try {
      await client.query(`prepare statement_${index} as ${text}`)
    } catch (error) {
      found.push(`${place}: ${(error as Error).message}`)
    }
  }
  return found
})

for (const fault of faults) console.error(fault)
console.log(`${statements.length} statements prepared, ${faults.length} rejected`)
process.exitCode = faults.length > 0 || statements.length === 0 ? 1 : 0

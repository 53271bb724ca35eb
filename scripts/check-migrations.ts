import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMigrationProblems } from './migration-rules.ts'

/** Rejects migrations that would interrupt the servers that are running while the database is migrated. */
const folder = fileURLToPath(new URL('../server/migrations', import.meta.url))
const files = globSync(`${folder}/*.sql`)
  .sort()
  .map((path) => ({ file: basename(path), source: readFileSync(path, 'utf8') }))

const problems = findMigrationProblems(files)
for (const problem of problems) console.error(`server/migrations/${problem}`)
console.log(`${files.length} migrations read, ${problems.length} problems`)
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0

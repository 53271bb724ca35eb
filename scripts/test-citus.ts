import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MultiShardStatement } from '../server/test/multi-shard-recorder.ts'
import { readStatements } from './statements.ts'
import { CROSS_TENANT_COMMENT } from './tenancy-rule.ts'

/**
 * Runs the tests on a Citus cluster, `CITUS_URL` (docs/scaling.md). Arguments select tests, as those of `npm test`. Fails
 * also when a request, or a statement that names an environment, needed more than one shard. When all pass on a commit
 * without changes, `docs/citus-tested-commit` names it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined

/** For the operator, about all environments. */
const OPERATOR_ROUTES = ['GET /metrics', 'GET /readyz']

const selection = process.argv.slice(2)
const multiShardFile = join(tmpdir(), `storedesk-multi-shard-${process.pid}`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.citus.config.ts', ...selection],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MULTI_SHARD_FILE: multiShardFile } },
)
const isWithinShards = reportMultiShardStatements()
rmSync(multiShardFile, { force: true })
const hasPassed = status === 0 && isWithinShards
if (hasPassed && selection.length === 0 && commit) writeFileSync(`${root}/docs/citus-tested-commit`, `${commit}\n`)
process.exitCode = hasPassed ? 0 : 1

/** Jobs for all environments may cross shards. Statements of the tests themselves are not in the source, and may too. */
function reportMultiShardStatements(): boolean {
  if (!existsSync(multiShardFile)) return true
  const toKey = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const locations = new Map(readStatements(root).map(({ text, location }) => [toKey(text), location]))
  const allowed = new Set<string>()
  const rejected = new Set<string>()
  for (const line of readFileSync(multiShardFile, 'utf8').trim().split('\n')) {
    const { text, route }: MultiShardStatement = JSON.parse(line)
    const location = locations.get(toKey(text))
    if (!location) continue
    if (route && !OPERATOR_ROUTES.includes(route)) rejected.add(`${location}: by ${route}`)
    else if (CROSS_TENANT_COMMENT.test(text)) allowed.add(location)
    else rejected.add(`${location}: names an environment`)
  }
  console.log(['Statements of jobs that crossed shards:', ...[...allowed].sort()].join('\n  '))
  for (const one of rejected) console.error(`CROSSES SHARDS ${one}`)
  return rejected.size === 0
}

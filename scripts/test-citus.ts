import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Runs the tests on a Citus cluster, `CITUS_URL` (docs/scaling.md). Arguments select tests, as those of `npm test`. When
 * all pass on a commit without changes, `docs/citus-tested-commit` names it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined

const selection = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.citus.config.ts', ...selection],
  { cwd: root, stdio: 'inherit' },
)
if (status === 0 && selection.length === 0 && commit) writeFileSync(`${root}/docs/citus-tested-commit`, `${commit}\n`)
process.exitCode = status ?? 1

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs all tests. Passes arguments on to vitest, for example `npm test -- events`. */
const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = 'node_modules/vitest/vitest.mjs'
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

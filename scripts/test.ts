import { spawnSync } from 'node:child_process'

/** All tests. Arguments are passed on to vitest, for example `npm test -- events`. */
const root = new URL('..', import.meta.url).pathname
const vitest = 'node_modules/vitest/vitest.mjs'
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

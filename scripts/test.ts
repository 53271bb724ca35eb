import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Tests that start browsers, servers or databases of their own (decision 48). */
const JOURNEYS = ['server/test/journeys/', 'server/src/db/embedded/', 'scripts/faults/']

/**
 * `npm test` runs all tests except the journeys, `npm run test:journeys` runs those, and `npm test -- --all` runs both
 * at once. Other arguments are passed on to vitest: `npm test -- events` runs every test with "events" in its path.
 */
function toVitestArgs(args: string[]): string[] {
  if (args[0] === '--all') return args.slice(1)
  if (args[0] === '--journeys') return [...JOURNEYS, ...args.slice(1)]
  return args.length > 0 ? args : JOURNEYS.map((folder) => `--exclude=${folder}**`)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = 'node_modules/vitest/vitest.mjs'
const { status } = spawnSync(process.execPath, [vitest, 'run', ...toVitestArgs(process.argv.slice(2))], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

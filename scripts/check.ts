import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Everything that must be true of a commit, in one command: quick checks first. */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => `node_modules/.bin/${name}`

/** Tests may import what they like; they are reached here only if the product imports one. */
const productFiles = globSync('{server,sdk,dashboard,storefront}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('.test.'),
)

const steps: [string, string[]][] = [
  ['format and lint', [bin('biome'), 'ci', '--error-on-warnings', '.']],
  ['types', [bin('tsc'), '--noEmit']],
  ['boundaries', [bin('depcruise'), '--config', '.dependency-cruiser.json', ...productFiles]],

  ['unused code', [bin('knip')]],
  ['generated files', [process.execPath, 'scripts/generate.ts', '--check']],
  ['sql', [process.execPath, 'scripts/check-sql.ts']],
  ['tenancy', [process.execPath, 'scripts/check-tenancy.ts']],
]
if (!process.argv.includes('--without-tests')) steps.push(['tests', [process.execPath, 'scripts/test.ts']])

let failed = 0
for (const [name, [command = '', ...parameters]] of steps) {
  const startedAt = performance.now()
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) failed += 1
}
process.exitCode = failed > 0 ? 1 : 0

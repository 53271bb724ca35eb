import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'rolldown'

/** Writes `dist/`, the package's content: one file per module system, and their types. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const dist = `${folder}dist`

rmSync(dist, { recursive: true, force: true })
const source: BuildOptions = {
  input: `${folder}src/client.ts`,
  external: ['openapi-fetch'],
  platform: 'neutral',
  transform: { target: 'es2022' },
}
await build([
  { ...source, output: { format: 'esm', file: `${dist}/client.js` } },
  {
    ...source,
    plugins: [{ name: 'default-import', renderChunk }],
    output: { format: 'cjs', file: `${dist}/client.cjs` },
  },
])
execFileSync(process.execPath, [`${folder}../node_modules/typescript/bin/tsc`, '-p', `${folder}tsconfig.build.json`], {
  stdio: 'inherit',
})

/** rolldown reads a default import as Node does, as all of `module.exports`. openapi-fetch exports it by name. */
function renderChunk(code: string): string {
  const patched = code.replace('__toESM(openapi_fetch, 1)', '__toESM(openapi_fetch)')
  if (patched === code) throw new Error('The import of openapi-fetch has changed: check client.cjs.')
  return patched
}

// An ES module can import the types of a CommonJS module, but not the reverse. So both use the same files.
for (const file of globSync(`${dist}/**/*.d.ts`)) {
  const types = readFileSync(file, 'utf8')
    .replace(/(from|import\()(\s*['"]\.[^'"]*)\.ts(['"])/g, '$1$2.cjs$3')
    // The types that openapi-fetch has for CommonJS are not valid.
    .replace(/from 'openapi-fetch'/g, "from 'openapi-fetch' with { 'resolution-mode': 'import' }")
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), types)
  rmSync(file)
}
writeFileSync(`${dist}/client.d.ts`, "export * from './client.cjs'\n")

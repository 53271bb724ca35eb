import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

it('builds a package for ES modules and CommonJS, with types and without tests', async () => {
  execFileSync(process.execPath, ['build.ts'], { cwd: folder, stdio: 'pipe' })
  const commonJs = createRequire(import.meta.url)('./dist/client.cjs')
  const esModule = await import(/* @vite-ignore */ `${folder}dist/client.js`)
  for (const { createClient } of [commonJs, esModule]) {
    expect(createClient({ baseUrl: 'http://127.0.0.1' }).carts.items.add).toBeInstanceOf(Function)
  }
  expect(Object.keys(commonJs).sort()).toEqual(Object.keys(esModule).sort())

  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(packed.toString())
  const paths = files.map(({ path }) => path)
  const isExpected = (path: string) =>
    /^dist\/(client\.(c?js|d\.ts)|[\w/-]+\.d\.cts)$|^(LICENSE|README\.md|package\.json)$/.test(path)
  expect(paths).toEqual(expect.arrayContaining(['dist/client.js', 'dist/client.cjs', 'dist/client.d.ts', 'LICENSE']))
  expect(paths.filter((path) => !isExpected(path))).toEqual([])
})

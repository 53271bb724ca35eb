import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openCartShop } from '../cart-shop.ts'
import { runProgram } from '../process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** All examples together are one program: the later ones use the client of the first. */
const examples = [...readFileSync(`${root}sdk/README.md`, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  .map(([, code]) => code)
  .join('\n')

it("compiles and runs the examples of the SDK's README", async () => {
  const shop = await openCartShop()
  // Inside the project, where Node and the compiler find the SDK.
  mkdirSync(`${root}test-results`, { recursive: true })
  const folder = mkdtempSync(`${root}test-results/sdk-readme-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(`${folder}/examples.ts`, examples.replaceAll('http://127.0.0.1:8080', shop.server.url))
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: `${root}tsconfig.json`, include: [], files: ['examples.ts'] }),
  )

  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder], { stdio: 'pipe' })

  const env = { STOREDESK_KEY: shop.liveKey, NODE_OPTIONS: '--conditions=@storedesk/source' }
  const program = runProgram(`../test-results/${basename(folder)}/examples.ts`, env)
  const exitCode = await program.exit()
  expect(program.errors()).toBe('')
  expect(exitCode).toBe(0)
  expect(program.output()).toMatch(/^1 items for 24\.99 EUR$/m)
  expect(program.output()).toMatch(/^No such order\.$/m)
})

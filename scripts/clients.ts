// Generates clients from the OpenAPI document with the common generators, compiles them with strict types and lets each
// buy a product from a fresh server. Not part of `npm run check`: it installs the generators, over 100 MB, into a
// temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isReady } from './is-ready.ts'

const PACKAGES = {
  '@hey-api/openapi-ts': '0.95.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '7.13.2',
  typescript: '5.9.3',
  zod: '4.6.7',
}
const TYPESCRIPT = {
  compilerOptions: {
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'node10',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    esModuleInterop: true,
    outDir: 'built',
  },
  include: ['hey-api', 'openapi-typescript', 'orval', 'buyers'],
}
const CLIENTS = ['openapi-typescript', 'hey-api', 'orval']

const root = fileURLToPath(new URL('..', import.meta.url))
// A folder of its own can be passed to reuse its packages.
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'storedesk-clients-'))
const data = mkdtempSync(join(tmpdir(), 'storedesk-clients-data-'))
chmodSync(data, 0o755) // the database user needs access
const port = await freePort()
const url = `http://127.0.0.1:${port}`

try {
  install()
  generate()
  run('tsc', ['--project', '.'])
  console.log('compiled: strict')
  await buyAll()
} finally {
  if (process.argv[2] === undefined) rmSync(folder, { recursive: true })
  rmSync(data, { recursive: true, force: true })
}

function install(): void {
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, dependencies: PACKAGES }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
}

function generate(): void {
  const document = `${root}/sdk/openapi.json`
  const input = { target: document }
  const orval = {
    fetch: { input, output: { target: 'orval/api.ts', client: 'fetch', mode: 'single', baseUrl: url } },
    zod: { input, output: { target: 'orval/zod.ts', client: 'zod', mode: 'single' } },
  }
  writeFileSync(`${folder}/orval.config.ts`, `export default ${JSON.stringify(orval)}`)
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(TYPESCRIPT))
  run('openapi-typescript', [document, '-o', 'openapi-typescript/api.ts'])
  run('openapi-ts', ['-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch'])
  run('orval', ['--config', 'orval.config.ts'])
  cpSync(`${root}/scripts/clients/buyers`, `${folder}/buyers`, { recursive: true })
  console.log(`generated: ${CLIENTS.join(', ')}`)
}

function run(command: string, parameters: string[]): void {
  const script = `node_modules/.bin/${command}`
  try {
    execFileSync(process.execPath, [script, ...parameters], { cwd: folder, stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer }
    throw new Error(`${command} failed:\n${stdout}${stderr}`)
  }
}

/** From the demo shop of a fresh server, as a storefront: with nothing but the workspace id. */
async function buyAll(): Promise<void> {
  const bootstrapFile = join(data, 'bootstrap.json')
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(data, 'server'), BOOTSTRAP_FILE: bootstrapFile }
  const server = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while (!(await isReady(url))) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
      await sleep(200)
    }
    const { workspaceId } = JSON.parse(readFileSync(bootstrapFile, 'utf8')) as { workspaceId: string }
    for (const client of CLIENTS) buyWith(client, workspaceId)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
}

function buyWith(client: string, workspaceId: string): void {
  const program = `require('./built/buyers/${client}.js').buy().then((checkout) => console.log(JSON.stringify(checkout)))`
  const output = execFileSync(process.execPath, ['--eval', program], {
    cwd: folder,
    env: { ...process.env, STOREDESK_URL: url, STOREDESK_WORKSPACE_ID: workspaceId },
    encoding: 'utf8',
  })
  const { status, order, totals } = JSON.parse(output)
  if (status !== 'completed' || !order) throw new Error(`${client} bought nothing: ${output}`)
  console.log(`${client}: order ${order.number} for ${totals.total.amount} ${totals.total.currency}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}

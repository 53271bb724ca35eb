// Tests the SDK as its users get it: packs it, installs the package into an empty project, and uses it on Node 20, 22
// and 24, from ES modules and CommonJS, against a real server; compiles it under strict settings; bundles it for browsers.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { openKillableServer } from './chaos/killable-server.ts'
import { commonJs, esModule, types } from './sdk-consumer/programs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const NODE_MAJORS = [20, 22, 24]
const COMPILERS = {
  'TypeScript 7': 'node_modules/typescript/bin/tsc',
  'TypeScript 5': 'sdk/node_modules/typescript/bin/tsc',
}
const NODE_TYPES = { lib: ['es2023'], types: ['node'] }
const SETTINGS = [
  { module: 'nodenext', moduleResolution: 'nodenext', ...NODE_TYPES, files: ['consumer.mts', 'consumer.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', ...NODE_TYPES, files: ['consumer.mts'] },
  { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [], files: ['browser.mts'] },
]

const project = mkdtempSync(join(tmpdir(), 'storedesk-sdk-'))
const server = await openKillableServer()
try {
  const tarball = pack()
  install(tarball)
  checkTypes()
  await server.start()
  await checkBundle()
  for (const major of NODE_MAJORS) {
    for (const file of ['consumer.mjs', 'consumer.cjs']) runOn(major, file)
  }
  console.log('All checks passed.')
} finally {
  await server.stop()
  server.clean()
  rmSync(project, { recursive: true, force: true })
}

function pack(): string {
  const output = run('npm', ['pack', '-w', 'sdk', '--json', '--silent', '--pack-destination', project], root)
  const [{ filename, size, unpackedSize, files }] = JSON.parse(output.slice(output.indexOf('[\n')))
  console.log(`packed ${files.length} files: ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)}`)
  return join(project, filename)
}

function install(tarball: string): void {
  const files = {
    'package.json': '{ "private": true }',
    'consumer.mjs': esModule,
    'consumer.cjs': commonJs,
    'consumer.mts': esModule + types,
    'consumer.cts': esModule + types,
    'browser.mts': `export { createClient } from '@storedesk/sdk'\n${types}`,
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(project, file), content)
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const nodes = NODE_MAJORS.map((major) => `node${major}@npm:node-${platform}-${process.arch}@${major}`)
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, '@types/node@20', ...nodes], project)
  const { dependencies } = JSON.parse(readFileSync(join(project, 'node_modules/@storedesk/sdk/package.json'), 'utf8'))
  console.log(`installed with the dependencies ${Object.keys(dependencies).join(', ')}`)
}

function checkTypes(): void {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    for (const { files, ...settings } of SETTINGS) {
      const compilerOptions = { ...settings, ...strict, target: 'es2023', noEmit: true }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      run(process.execPath, [join(root, compiler), '-p', project], project)
      console.log(`ok ${name}, ${settings.moduleResolution}: ${files.join(', ')}`)
    }
  }
}

/** Runs the bundle with the globals of a browser only: it fails on Node's own modules and globals. */
async function checkBundle(): Promise<void> {
  const options = ['--platform', 'browser', '--format', 'iife', '--name', 'sdk', '--minify', '--file', 'bundle.js']
  run(process.execPath, [join(root, 'node_modules/rolldown/bin/cli.mjs'), 'browser.mts', ...options], project)
  const code = readFileSync(join(project, 'bundle.js'), 'utf8')
  const globals = { AbortController, Blob, Headers, Request, Response, TextDecoder, URL, URLSearchParams }
  const context = createContext({ ...globals, clearTimeout, crypto, fetch, setTimeout })
  const client = JSON.stringify({ baseUrl: server.url, workspaceId: server.bootstrap().workspaceId })
  const page = await runInContext(`${code};sdk.createClient(${client}).products.list({ limit: 1 })`, context)
  if (page.data.length !== 1) throw new Error(`The bundle has listed ${page.data.length} products.`)
  console.log(`ok browser bundle: ${kilobytes(code.length)} minified, ${kilobytes(gzipSync(code).length)} with gzip`)
}

function runOn(major: number, file: string): void {
  const node = join(project, 'node_modules', `node${major}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const { liveKey } = server.bootstrap()
  const env = { STOREDESK_URL: server.url, STOREDESK_API_KEY: liveKey }
  const output = run(node, [file], project, env)
  if (!output.startsWith(`ok v${major}.`)) throw new Error(`${file} on Node ${major}: ${output}`)
  console.log(`${output.trim()} ${file}`)
}

function run(command: string, args: string[], cwd: string, env = process.env): string {
  try {
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout.slice(-5000)}${stderr.slice(-5000)}`)
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

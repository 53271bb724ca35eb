// Runs before `npm start`, `test`, `check` and `dev`, and adds only what is missing: packages, Node 24, builds.
// Plain JavaScript for Node 18 and later, without imports of our own: a fresh clone has nothing installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
/** What Vite builds, and what shows that it is built. The shop has no index.html: its server renders every page. */
const BUILDS = {
  dashboard: { sources: ['dashboard'], result: 'dashboard/dist/index.html' },
  storefront: { sources: ['storefront'], result: 'storefront/dist/.server/entry-server.js' },
  server: { sources: ['server/src', 'server/vite.config.ts'], result: 'server/dist/main.js' },
}
const LOCK = '.setup-lock'
const INSTALLED = 'node_modules/.package-lock.json'
const windows = process.platform === 'win32'

/** A failure that the user can fix: printed as one sentence, without a stack. */
class SetupError extends Error {}

const children = new Set()
let holdsLock = false

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => void endChildren().then(() => process.exit(code)))
}

try {
  if (missingPackages().length > 0 || !scriptsHaveNode() || staleBuilds().length > 0) await whileAlone(setUp)
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

/** Repeats every check: another setup may have done the work while this one waited for the lock. */
async function setUp() {
  if (missingPackages().length > 0) await installPackages()
  const node = provideNode()
  const stale = staleBuilds()
  if (stale.length > 0) await buildAll(node, stale)
}

/**
 * Packages in package-lock.json that node_modules lacks. npm writes its own record last, so a killed install has none.
 * Compares contents, because a git checkout sets arbitrary times.
 */
function missingPackages() {
  const wanted = readJson('package-lock.json')?.packages
  if (!wanted) return [] // an image may lack the lock file
  const found = readJson(INSTALLED)?.packages ?? {}
  const devNeeded = process.env.npm_lifecycle_event !== 'prestart' || !Object.keys(BUILDS).every(isBuilt)
  return Object.keys(wanted).filter((path) => {
    const want = wanted[path]
    const have = found[path]
    if (!path.includes('node_modules/')) return false
    if (have) return have.version !== want.version || have.integrity !== want.integrity
    if (want.dev || want.devOptional) return devNeeded && !want.optional
    return !want.optional || isForThisMachine(want)
  })
}

/** npm silently skips an optional package it could not download: ours are Node and PostgreSQL for this machine. */
function isForThisMachine({ os, cpu, libc }) {
  return Boolean(os && cpu && !libc) && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

async function installPackages() {
  const firstTime = !existsSync('node_modules')
  console.log(firstTime ? 'Installing packages (first start, about a minute)…' : 'Updating packages (about a minute)…')
  rmSync(INSTALLED, { force: true }) // before npm starts to delete, so that the next run detects a kill at any moment

  const [command, ...cli] = npm()
  // Dev packages are needed to build, even where NODE_ENV=production would omit them.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const shell = windows && command === 'npm'
  const install = await run(command, [...cli, 'ci', ...flags], { shell }, 'still installing')
  if (install.failed) {
    console.error(install.output)
    throw new SetupError(
      `The packages could not be installed: "npm ci" ${install.failed}. Fix the problem above, then try again.`,
    )
  }

  const missing = missingPackages()
  if (missing.length > 0) {
    rmSync(INSTALLED, { force: true })
    const names = missing.slice(0, 3).join(', ')
    throw new SetupError(
      `npm did not install ${missing.length} packages (${names}). Check the network, then try again.`,
    )
  }
  console.log(`Packages installed in ${install.seconds} s.`)
}

/** The npm that called us, with the Node it runs on: that Node is not inside the node_modules about to be replaced. */
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  return cli?.endsWith('npm-cli.js') ? [node ?? process.execPath, cli] : ['npm']
}

/** npm puts node_modules/.bin first in the PATH of scripts, so they use the `node` found there. */
function scriptsHaveNode() {
  if (isNewEnough(process.version)) return true
  return existsSync(binLink()) && isNewEnough(readJson(`node_modules/${bundledPackage()}/package.json`)?.version ?? '')
}

/** npm 10 leaves no .bin/node behind (seen with 10.9), npm 11 does. */
function provideNode() {
  const bundled = bundledNode()
  if (isNewEnough(versionOf(bundled))) {
    if (!existsSync(binLink())) linkNode()
    return bundled
  }
  // A Node that cannot run here (a glibc build on musl) would hide the machine's own.
  rmSync(binLink(), { force: true })
  if (isNewEnough(process.version)) return process.execPath
  throw new SetupError(
    `Storedesk requires Node ${NODE_MAJOR} or later, but this is ${process.version}. Install Node ${NODE_MAJOR}, then try again.`,
  )
}

function linkNode() {
  mkdirSync('node_modules/.bin', { recursive: true })
  rmSync(binLink(), { force: true }) // `existsSync` is false for a dangling link
  if (windows) writeFileSync(binLink(), `@"%~dp0\\..\\${bundledPackage()}\\bin\\node.exe" %*\r\n`)
  else symlinkSync(`../${bundledPackage()}/bin/node`, binLink())
}

function bundledPackage() {
  return `node-${windows ? 'win' : process.platform}-${process.arch}`
}

function bundledNode() {
  return join(process.cwd(), 'node_modules', bundledPackage(), 'bin', windows ? 'node.exe' : 'node')
}

function binLink() {
  return windows ? 'node_modules/.bin/node.cmd' : 'node_modules/.bin/node'
}

function versionOf(node) {
  return existsSync(node) ? (spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '') : ''
}

function isNewEnough(version) {
  return Number.parseInt(version.replace('v', ''), 10) >= NODE_MAJOR
}

/** What to build, each with the fingerprint of its current sources: an edit during the build counts as a change. */
function staleBuilds() {
  const shared = [...filesBelow('sdk/src'), 'package-lock.json', 'tsconfig.json']
  return Object.entries(BUILDS)
    .map(([folder, { sources }]) => ({ folder, fingerprint: hashFiles([...sources.flatMap(filesBelow), ...shared]) }))
    .filter(({ folder, fingerprint }) => {
      if (!isBuilt(folder)) return true
      // A production install ships dist/ without Vite.
      return read(`${folder}/dist/.stamp`) !== fingerprint && vite(folder) !== undefined
    })
}

function isBuilt(folder) {
  return existsSync(BUILDS[folder].result)
}

function buildAll(node, stale) {
  const names = stale.map(({ folder }) => folder).join(', ')
  console.log(`Building ${names}…`)
  return Promise.all(stale.map(({ folder, fingerprint }) => build(node, folder, fingerprint)))
}

async function build(node, folder, fingerprint) {
  const builder = vite(folder)
  if (!builder)
    throw new SetupError(`${folder}/ can't be built without Vite. Run "npm ci --include=dev", then try again.`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = await run(
    node,
    [builder, 'build', '--logLevel=warn', '--configLoader=native'],
    { cwd: folder, env },
    `still building ${folder}`,
  )
  if (result.failed) {
    console.error(result.output)
    throw new SetupError(`${folder}/ could not be built: Vite ${result.failed}. Its output is above.`)
  }
  writeFileSync(`${folder}/dist/.stamp`, fingerprint) // last, so that a killed build runs again
  console.log(`Built ${folder} in ${result.seconds} s.`)
}

function vite(folder) {
  try {
    return join(createRequire(`${process.cwd()}/${folder}/package.json`).resolve('vite/package.json'), '../bin/vite.js')
  } catch {
    return undefined
  }
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  if (statSync(folder).isFile()) return [folder]
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return []
      return entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
    })
}

function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`\0${path}\0`).update(existsSync(path) ? readFileSync(path) : '')
  return hash.digest('hex')
}

async function whileAlone(work) {
  for (let told = false; !takeLock(); told = true) {
    if (!told) console.log(`Another setup is running in this folder (${LOCK}); waiting for it…`)
    await sleep(200)
  }
  try {
    await work()
  } finally {
    await endChildren()
  }
}

/**
 * npm keeps working for a while after SIGTERM and would collide with the next setup; that one repairs a half-done
 * install.
 */
async function endChildren() {
  await Promise.all(
    [...children].map((child) => child.kill('SIGKILL') && new Promise((resolve) => child.once('exit', resolve))),
  )
  if (holdsLock) rmSync(LOCK, { force: true })
  holdsLock = false
}

/** The lock names the setup and the npm or Vite it started, which outlives a killed setup. */
function takeLock() {
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' })
    holdsLock = true
  } catch (error) {
    if (error.code !== 'EEXIST') throw new SetupError(`The setup can't write to ${process.cwd()}: ${error.message}`)
    if (!(read(LOCK) ?? '').split(' ').some(isAlive)) rmSync(LOCK, { force: true })
  }
  return holdsLock
}

function isAlive(pid) {
  try {
    return Number(pid) !== process.pid && process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program quietly and prints a progress line every five seconds. */
async function run(command, args, options, waiting) {
  const startedMs = Date.now()
  const seconds = () => Math.round((Date.now() - startedMs) / 1000)
  const heartbeat = setInterval(() => console.log(`  ${waiting}, ${seconds()} s`), 5000)
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  children.add(child)
  if (child.pid) writeFileSync(LOCK, [process.pid, ...[...children].map(({ pid }) => pid)].join(' '))

  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const failed = await new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started (${error.message})`))
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`))
  })
  clearInterval(heartbeat)
  children.delete(child)
  return { failed, output, seconds: seconds() }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  try {
    return JSON.parse(read(path) ?? '')
  } catch {
    return undefined
  }
}

// Proves the first minutes of a stranger: clone, `npm start`, first call, stop, start again. Run as root it does so for an
// ordinary user too: that one installs all packages, and root is lent those that were installed where this runs. They start
// again one after the other, since that is timed. Only what is committed is cloned.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { settings } from '../server/src/config.ts'

/** Alone; those who start at the same time share the machine. */
const START_LIMIT_MS = 120_000
const RESTART_LIMIT_MS = 3000
const STOP_LIMIT_MS = 20_000
const POLL_MS = 25

class BrokenPromise extends Error {}

type User = { name: string; ids: { uid: number; gid: number } | undefined; isLentPackages?: boolean }
/** One stranger with a clone of their own. */
type Stranger = User & {
  home: string
  checkout: string
  data: string
  port: number
  env: NodeJS.ProcessEnv
  bootstrapFile: string
  npm: ChildProcess | undefined
  /** What the last start has printed. */
  output: string
}
type Took = { ms: number; text: string }
type Bootstrap = Record<
  'dashboardUrl' | 'email' | 'password' | 'workspaceId' | 'sandboxId' | 'testKey' | 'liveKey',
  string
>

const repository = fileURLToPath(new URL('..', import.meta.url))
const temp = mkdtempSync(join(realpathSync(tmpdir()), 'storedesk-smoke-'))
chmodSync(temp, 0o755) // the ordinary user, and the user of the database, must get through
const strangers: Stranger[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}

try {
  for (const user of users()) strangers.push(await arrive(user))
  const first = await Promise.all(strangers.map(firstMinutes))
  const rounds: object[] = []
  for (const [index, stranger] of strangers.entries()) rounds.push({ ...first[index], ...(await comeBack(stranger)) })
  console.table(rounds)
  console.log('Every promise was kept.')
} catch (error) {
  for (const { name, output } of strangers) console.error(`What ${name} saw last:\n${output.slice(-5000)}`)
  console.error(error instanceof BrokenPromise ? `Broken promise: ${error.message}` : error)
  process.exitCode = 1
} finally {
  await cleanUp()
}

function users(): User[] {
  if (process.getuid?.() !== 0) return [{ name: 'this user', ids: undefined }]
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return [
    { name: 'root', ids: undefined, isLentPackages: true },
    { name: 'nobody', ids: { uid: id('-u'), gid: id('-g') } },
  ]
}

async function arrive(user: User): Promise<Stranger> {
  const home = join(temp, user.name)
  const data = join(home, 'data')
  const bootstrapFile = join(home, 'bootstrap.json')
  const port = await freePort()
  const env = {
    ...strangersEnvironment(home),
    PORT: `${port}`,
    STOREFRONT_PORT: `${await freePort()}`,
    DATA_DIR: data,
    BOOTSTRAP_FILE: bootstrapFile,
  }
  return { ...user, home, data, bootstrapFile, port, env, checkout: clone(user, home), npm: undefined, output: '' }
}

async function firstMinutes(stranger: Stranger) {
  const firstStart = await startServer(stranger)
  await checkAnswers(stranger)
  const firstStop = await stopServer(stranger)
  return { user: stranger.name, 'first start': firstStart.text, stop: firstStop.text }
}

async function comeBack(stranger: Stranger) {
  // A second try, because a busy machine may make any one start slow; a slow server is slow both times.
  let restart = await startServer(stranger)
  if (restart.ms > RESTART_LIMIT_MS) {
    await stopServer(stranger)
    restart = await startServer(stranger)
  }
  expect(restart.ms <= RESTART_LIMIT_MS, `A second start takes at most ${RESTART_LIMIT_MS} ms, not ${restart.ms} ms.`)
  await checkAnswers(stranger)
  const secondStop = await stopServer(stranger)
  return { 'second start': restart.text, 'second stop': secondStop.text }
}

/** The user clones from a bare copy of their own: git refuses the repository of another user. */
function clone(user: User, home: string): string {
  const origin = join(home, 'origin.git')
  const checkout = join(home, 'storedesk')
  mkdirSync(home)
  const env = strangersEnvironment(home)
  execFileSync('git', ['clone', '--quiet', '--bare', repository, origin], { env: process.env })
  if (user.ids) execFileSync('chown', ['-R', `${user.ids.uid}:${user.ids.gid}`, home])
  execFileSync('git', ['clone', '--quiet', origin, checkout], { cwd: home, env, ...user.ids })
  if (user.isLentPackages) lendPackages(checkout)
  return checkout
}

/** As links where it can be: whoever has installed them has done so from the same lock file, or the start installs what differs. */
function lendPackages(checkout: string): void {
  for (const folder of ['.', 'server', 'sdk', 'dashboard', 'storefront']) {
    const packages = join(repository, folder, 'node_modules')
    if (!existsSync(packages)) continue
    const copy = (how: string) => execFileSync('cp', [how, packages, join(checkout, folder)], { stdio: 'ignore' })
    try {
      copy('-al')
    } catch {
      // Another disk: links do not lead there.
      copy('-a')
    }
  }
}

/** No settings of ours, nothing from the npm that may have started this, and the machine's own `node` first. */
function strangersEnvironment(home: string): NodeJS.ProcessEnv {
  const unwanted = (name: string) => name in settings || /^(npm_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/i.test(name)
  const kept = Object.entries(process.env).filter(([name]) => !unwanted(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), HOME: home, HOST: '127.0.0.1' }
}

async function startServer(stranger: Stranger): Promise<Took> {
  const { checkout: cwd, env, ids, port } = stranger
  const limitMs = START_LIMIT_MS * strangers.length
  const startedMs = performance.now()
  // A process group of its own, so that the clean-up reaches whatever npm has started.
  const npm = spawn('npm', ['start'], { cwd, env, ...ids, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  stranger.npm = npm
  stranger.output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (stranger.output += text))
  }

  while (!(await isReady(port))) {
    const tookMs = performance.now() - startedMs
    if (npm.exitCode !== null || npm.signalCode !== null || tookMs > limitMs) {
      const what =
        tookMs > limitMs ? `was not ready after ${limitMs / 1000} s` : `ended (${npm.signalCode ?? npm.exitCode})`
      throw new BrokenPromise(`"npm start" ${what}; what it printed last is above.`)
    }
    await sleep(POLL_MS)
  }
  return told(stranger, 'ready', startedMs)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })
    await answer.text()
    return answer.status === 200
  } catch {
    return false
  }
}

async function checkAnswers({ port, bootstrapFile }: Stranger): Promise<void> {
  const { workspaceId, testKey }: Bootstrap = JSON.parse(readFileSync(bootstrapFile, 'utf8'))
  const origin = `http://127.0.0.1:${port}`
  const withKey = await fetch(`${origin}/v1/workspace`, { headers: { authorization: `Bearer ${testKey}` } })
  const workspace = await withKey.text()
  expect(withKey.status === 200, `GET /v1/workspace with the test key answers 200, not ${withKey.status} ${workspace}.`)
  expect(JSON.parse(workspace).id === workspaceId, `GET /v1/workspace names the workspace ${workspaceId}: ${workspace}`)

  const withoutKey = await fetch(`${origin}/v1/workspace`)
  const refusal = await withoutKey.text()
  expect(withoutKey.status === 401, `GET /v1/workspace without a key answers 401, not ${withoutKey.status} ${refusal}.`)
  expect(JSON.parse(refusal).error?.code === 'unauthorized', `The 401 carries the error envelope: ${refusal}`)

  for (const path of ['/dashboard/', '/shop/']) {
    const page = await fetch(origin + path)
    const type = page.headers.get('content-type') ?? ''
    const html = await page.text()
    expect(
      page.status === 200 && type.startsWith('text/html'),
      `GET ${path} answers a page, not ${page.status} ${type}.`,
    )
    const script = /<script [^>]*src="([^"]+)"/.exec(html)?.[1] ?? ''
    const loaded = await fetch(origin + script)
    await loaded.text()
    expect(loaded.status === 200, `The script of ${path} is served, not ${loaded.status} for "${script}".`)
  }
}

async function stopServer(stranger: Stranger): Promise<Took> {
  const { npm, data } = stranger
  if (!npm) throw new Error('There is no server to stop.')
  expect(npm.exitCode === null && npm.signalCode === null, 'The server runs until it is told to stop.')
  const startedMs = performance.now()
  const exit = once(npm, 'exit')
  npm.kill('SIGTERM')
  const ended = await Promise.race([exit, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
  expect(ended !== undefined, `"npm start" ends within ${STOP_LIMIT_MS / 1000} s after SIGTERM.`)
  const code = npm.exitCode ?? (npm.signalCode === 'SIGTERM' ? 143 : npm.signalCode)
  expect(code === 0 || code === 143, `"npm start" ends with 0 or 143 after SIGTERM, not with ${code}.`)
  expect(!isAlive(npm), 'The server ends when "npm start" gets a SIGTERM; it is still running.')
  const left = processesOf(data)
  expect(left.length === 0, `No database process is left after the stop; process ${left.join(', ')} is.`)
  stranger.npm = undefined
  return told(stranger, 'stopped', startedMs)
}

/** PostgreSQL works inside its data folder, so that its processes are known by their working directory. */
function processesOf(folder: string): number[] {
  if (!existsSync('/proc')) return readPostmasterPids(folder)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false // not a process, or it has just ended
      }
    })
}

function readPostmasterPids(folder: string): number[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('postmaster.pid'),
  )
  return files.map((file) => Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10))
}

async function cleanUp(): Promise<void> {
  for (const { npm, data } of strangers) {
    if (npm) {
      signal(npm, 'SIGTERM')
      for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS && isAlive(npm); waitedMs += 100) await sleep(100)
      signal(npm, 'SIGKILL')
    }
    for (const pid of processesOf(data)) signal(pid, 'SIGKILL')
  }
  rmSync(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** npm, or anything it has started and left behind. */
function isAlive(npm: ChildProcess): boolean {
  return signal(npm, 0)
}

/** To the whole group of an npm, or to one process. Says whether there was anybody to take it. */
function signal(target: ChildProcess | number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(typeof target === 'number' ? target : -(target.pid ?? Number.NaN), name)
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function expect(kept: boolean, promise: string): void {
  if (!kept) throw new BrokenPromise(promise)
}

function told({ name }: User, what: string, startedMs: number): Took {
  const ms = Math.round(performance.now() - startedMs)
  const text = `${(ms / 1000).toFixed(2)} s`
  console.log(`  as ${name}: ${what} after ${text}`)
  return { ms, text }
}

// Upgrades a full database from the previous release, under load: its servers go on while `npm run migrate` of this
// release runs, one of them restarts on the new schema, and then each is replaced. No request may fail or take more than
// a second (SLOW_MS, for a slow machine), and the migrated rows must be right. `npm run upgrade-test -- v0.1.0` names
// the release to start from, which must know SHUTDOWN_DELAY_SECONDS and `npm run limits`. Needs redis-server and the
// history in git.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../server/test/free-port.ts'
import { openBalancer } from './rolling-deploy/balancer.ts'
import { type Installation, openInstallation, stopServer, THIS_RELEASE } from './rolling-deploy/installation.ts'
import { startLoad } from './rolling-deploy/load.ts'
import { changedProductIds, fillDatabase, findWrongRows } from './upgrade-test/old-rows.ts'

const API_SERVERS = 2
const SLOW_MS = Number(process.env.SLOW_MS ?? 1000)

const reference = process.argv[2] ?? previousRelease()
const installation = await openInstallation()
const { startServer } = installation
const client = new pg.Client(installation.connection)
let stopLoad = async () => {}
try {
  console.log(`Installing ${reference}…`)
  const previous = checkOut(reference, join(installation.home, 'previous'))
  const ports: number[] = []
  const servers: ChildProcess[] = []
  for (let index = 0; index < API_SERVERS; index++) {
    const port = await freePort()
    ports.push(port)
    servers.push(await startServer('api', port, previous))
  }
  const workerPort = await freePort()
  let worker = await startServer('worker', workerPort, previous)
  raiseLimits(installation, previous)
  const balancer = await openBalancer(ports)
  const load = await startLoad(balancer.url, installation.bootstrap())
  stopLoad = load.stop
  await load.waitForMore(100)
  await client.connect()
  await fillDatabase(client, load)
  load.changeProducts(changedProductIds())
  load.resetTimes()
  await load.waitForMore(300)
  console.log(`Before the upgrade: ${load.summary()}`)

  const startedAt = performance.now()
  await migrateDatabase(installation)
  await load.waitForMore(100)
  console.log(`Migrated in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${load.summary()}`)
  const replace = async (index: number, release: string) => {
    await stopServer(servers[index])
    servers[index] = await startServer('api', ports[index] ?? 0, release)
    await load.waitForMore(100)
  }
  await replace(0, previous)
  console.log(`Restarted a server of the previous release: ${load.summary()}`)
  for (const index of servers.keys()) {
    await replace(index, THIS_RELEASE)
    console.log(`Upgraded API server ${index + 1}: ${load.summary()}`)
  }
  await stopServer(worker)
  worker = await startServer('worker', workerPort)
  await load.waitForMore(100)
  console.log(`Upgraded the worker: ${load.summary()}`)
  await load.stop()
  await balancer.close()
  if (load.failures.length > 0) throw new Error(`Failed requests:\n${load.failures.join('\n')}`)
  const wrongRows = await findWrongRows(client, load)
  if (wrongRows.length > 0) throw new Error(`The upgrade left wrong rows: ${wrongRows.join(', ')}.`)
  const { ms, name } = load.slowest()
  console.log(`None of ${load.doneCount()} requests failed. The slowest took ${Math.round(ms)} ms: ${name}`)
  if (ms > SLOW_MS) throw new Error(`A request took more than ${SLOW_MS} ms.`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stopLoad()
  await client.end().catch(() => {})
  await installation.close()
}

/** The newest tag, or the commit before the one that added the newest migration. */
function previousRelease(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: THIS_RELEASE, encoding: 'utf8' }).trim()
  const tag = git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n')[0]
  if (tag) return tag
  const newest = readdirSync(join(THIS_RELEASE, 'server/migrations')).sort().at(-1) ?? ''
  const added = git('log', '--diff-filter=A', '--format=%h', '-1', '--', `server/migrations/${newest}`)
  return git('rev-parse', '--short', `${added || 'HEAD'}^`)
}

function checkOut(ref: string, folder: string): string {
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', ref], { cwd: THIS_RELEASE, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Most packages are the same: its own setup installs the others, and builds it.
  for (const packages of ['node_modules', 'server/node_modules']) {
    execFileSync('cp', ['-al', join(THIS_RELEASE, packages), join(folder, packages)], { stdio: 'ignore' })
  }
  execFileSync(process.execPath, ['scripts/setup.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

/** The products of the test change faster than a key may change them. Before the first request: servers remember limits. */
function raiseLimits({ environment, bootstrap }: Installation, release: string): void {
  const command = join(release, 'server/src/limits-command.ts')
  execFileSync(process.execPath, [command, bootstrap().workspaceId, '100'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function migrateDatabase({ environment }: Installation): Promise<void> {
  const child = spawn(process.execPath, [join(THIS_RELEASE, 'server/src/migrate-command.ts')], {
    env: { ...environment, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The migration failed.')
}

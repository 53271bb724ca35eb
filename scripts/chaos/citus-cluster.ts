import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { distribute } from '../../server/src/db/distribute.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import {
  type CitusNode,
  createClusterDatabase,
  dropDatabases,
  listNodes,
  readCoordinator,
  restoreDurability,
  run,
} from '../../server/test/citus-nodes.ts'

const DATABASE = 'storedesk_chaos'
/** How long a node is down: longer than a client waits for a lock, so that requests fail meanwhile. */
const MAX_DOWN_MS = 6000

interface KillableNode extends CitusNode {
  name: string
  dataDir: string
  binDir: string
}

/** A distributed database on the cluster of `CITUS_URL`, which runs on this machine: its nodes can be killed. */
export async function openCitusCluster() {
  const coordinator = readCoordinator()
  const addresses = await listNodes(coordinator)
  const nodes: KillableNode[] = []
  for (const [index, address] of addresses.entries()) {
    await dropDatabases(address, DATABASE)
    await restoreDurability(address)
    await decideSoon(address)
    const name = index === 0 ? 'coordinator' : `worker ${index}`
    nodes.push({ name, ...address, ...(await readFolders(address)) })
  }
  await createClusterDatabase(DATABASE, addresses)
  const { host, port, user } = coordinator
  const connection = { host, port, user, database: DATABASE }
  await migrate(connection)
  await distribute(connection)
  return {
    connection,
    url: `postgres://${user}@${host}:${port}/${DATABASE}`,
    nodes: nodes.map(({ name }) => name),
    pids: () => Object.fromEntries(nodes.map((node) => [node.name, postmasterOf(node)])),
    /** Kills the postmaster of a node, which ends its backends too, and starts it again after some seconds. */
    async killNode(name: string) {
      const node = nodes.find((one) => one.name === name)
      if (!node) throw new Error(`No such node: ${name}`)
      process.kill(postmasterOf(node), 'SIGKILL')
      await sleep(Math.random() * MAX_DOWN_MS)
      await startNode(node)
    },
    async drop() {
      for (const node of addresses) await dropDatabases(node, DATABASE)
    },
  }
}

const postmasterOf = ({ dataDir }: KillableNode): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)

/** What a crash leaves in doubt is decided within seconds instead of a minute, as docs/scaling.md recommends. */
const decideSoon = (node: CitusNode) =>
  run(
    { ...node, database: 'postgres' },
    "alter system set citus.recover_2pc_interval = '5s'",
    'select pg_reload_conf()',
  )

async function readFolders(node: CitusNode): Promise<{ dataDir: string; binDir: string }> {
  const [folders] = await run<{ dataDir: string; binDir: string }>(
    { ...node, database: 'postgres' },
    `select current_setting('data_directory') as "dataDir", setting as "binDir" from pg_config where name = 'BINDIR'`,
  )
  if (!folders) throw new Error('The role of CITUS_URL must be a superuser.')
  return folders
}

/** As the owner of its files: PostgreSQL refuses to run as root. A killed node may still be ending for a moment. */
async function startNode({ dataDir, binDir }: KillableNode): Promise<void> {
  const { uid, gid } = statSync(dataDir)
  const log = join(dataDir, 'log')
  const parameters = ['-D', dataDir, '-l', log, '-w', '-t', '120', 'start']
  for (let attempt = 1; ; attempt++) {
    try {
      // Nodes connect to each other, and look for certificates in the home folder.
      const env = { PATH: process.env.PATH, HOME: dataDir }
      await promisify(execFile)(join(binDir, 'pg_ctl'), parameters, { uid, gid, cwd: '/', env })
      return
    } catch (error) {
      if (attempt === 5) throw error
      await sleep(1000)
    }
  }
}

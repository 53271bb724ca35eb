// Checks the invariants that must survive failures around a running server: `npm run faults`, or `npm run faults --
// disk-full` for a single fault.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/test/free-port.ts'
import {
  backendKilled,
  databasePaused,
  databaseRestarted,
  diskFull,
  postmasterKilled,
  redisGone,
} from './faults/faults.ts'
import { type InstallationOptions, openInstallation } from './faults/installation.ts'
import { type Fault, runFault } from './faults/run-fault.ts'

/** Holds the database and the demo shop, and fills up quickly. */
const SMALL_DISK = '600m'

type Outcome = 'ok' | 'failed' | 'skipped'
const outcomes = new Map<string, Outcome>()
const selectedNames = process.argv.slice(2)
const isSelected = ({ name }: Pick<Fault, 'name'>) => selectedNames.length === 0 || selectedNames.includes(name)

function report(name: string, outcome: Outcome, details: string): void {
  outcomes.set(name, outcome)
  console.log(`${outcome.padEnd(7)} ${name}: ${details}`)
}

const lastLines = (log: string) =>
  log
    .trimEnd()
    .split('\n')
    .slice(-20)
    .map((line) => line.slice(0, 300))
    .join('\n')

/** Runs the faults one after the other on the same server. */
async function runOn(options: InstallationOptions, faults: Fault[]): Promise<void> {
  const selected = faults.filter(isSelected)
  if (selected.length === 0) return
  const installation = await openInstallation(options)
  try {
    for (const fault of selected) {
      try {
        report(fault.name, 'ok', await runFault(installation, fault))
      } catch (error) {
        report(fault.name, 'failed', String(error))
        console.log(lastLines(installation.log()))
      }
    }
  } finally {
    await installation.close()
  }
}

async function runOnSmallDisk(): Promise<void> {
  if (!isSelected(diskFull)) return
  const home = mkdtempSync(join(tmpdir(), 'storedesk-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK},mode=0755`, 'tmpfs', home], { stdio: 'pipe' })
  } catch (error) {
    rmSync(home, { recursive: true })
    return report(
      diskFull.name,
      'skipped',
      `a small file system can't be mounted here (${(error as Error).message.trim()})`,
    )
  }
  try {
    await runOn({ database: 'embedded', home: join(home, 'server') }, [diskFull])
  } finally {
    execFileSync('umount', ['-l', home])
    rmSync(home, { recursive: true })
  }
}

async function runWithRedis(): Promise<void> {
  if (!isSelected({ name: 'redis-gone' })) return
  const port = await freePort()
  let child: ChildProcess | undefined
  const redis = {
    async start() {
      child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
      await once(child, 'spawn')
      while (!(await isListening(port))) await sleep(20)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  try {
    await redis.start()
  } catch {
    return report('redis-gone', 'skipped', 'redis-server is not installed')
  }
  try {
    await runOn({ database: 'external', redisUrl: `redis://127.0.0.1:${port}` }, [redisGone(redis)])
  } finally {
    await redis.kill()
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

await runOn({ database: 'embedded' }, [backendKilled, postmasterKilled, databasePaused])
await runOn({ database: 'external' }, [databaseRestarted])
await runOnSmallDisk()
await runWithRedis()

if (outcomes.size === 0) {
  console.error(`No such fault: ${selectedNames.join(', ')}.`)
  process.exitCode = 2
} else if ([...outcomes.values()].includes('failed')) {
  process.exitCode = 1
}

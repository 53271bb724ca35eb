import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from '../src/db/embedded/embedded.ts'
import { readPostmasterLock, stopPostmaster } from '../src/db/embedded/postmaster.ts'
import { socketConnection } from '../src/db/embedded/probe.ts'

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }

let template: Promise<string> | undefined

/** Stops every PostgreSQL that a test leaves running in its folder. */
async function removeFolder(folder: string): Promise<void> {
  for (const data of [folder, ...(await readdir(folder)).map((name) => join(folder, name))]) {
    const pid = await postmasterOf(data).catch(() => undefined)
    if (pid) await stopPostmaster(pid, join(data, 'pg18'))
  }
  await rm(folder, { recursive: true, maxRetries: 5 })
}

async function makeFolder(inside: string): Promise<string> {
  const folder = await mkdtemp(join(await realpath(inside), 'embedded-'))
  await chmod(folder, 0o755)
  return folder
}

export async function freshFolder(): Promise<string> {
  const folder = await makeFolder(tmpdir())
  onTestFinished(() => removeFolder(folder))
  return folder
}

function killOnTestFinished(child: ChildProcess): void {
  onTestFinished(() => void child.kill('SIGKILL'))
}

/** A data folder after its first start and stop. Copying one is faster than creating it. */
export async function usedFolder(name = ''): Promise<string> {
  template ??= makeFolder(inject('scratch')).then(async (folder) => {
    await (await startTestEmbedded(folder)).stop()
    return folder
  })
  const [source, folder] = [await template, join(await freshFolder(), name)]
  await mkdir(folder, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${source}/.`, `${folder}/`])
  return folder
}

export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const lock = await readPostmasterLock(join(dataDir, 'pg18'))
  return lock?.isAlive ? lock.pid : undefined
}

export async function signalPostmaster(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await postmasterOf(dataDir)
  if (!pid) throw new Error(`No postmaster runs on ${dataDir}.`)
  process.kill(pid, signal)
}

export const startTestEmbedded = (dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> =>
  startEmbedded({ dataDir, durable: false, print: (line) => lines.push(line) })

export async function query(socketFolder: string, text: string): Promise<unknown[][]> {
  const client = await connect(socketFolder)
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

export async function connect(socketFolder: string): Promise<Client> {
  const client = new Client(socketConnection(socketFolder)).on('error', () => {})
  await client.connect()
  return client
}

/** A process that does nothing until it is killed. */
export function startSleeper(user: { uid: number; gid: number }): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...user, cwd: '/' })
  killOnTestFinished(child)
  return child
}

/** Runs `startEmbedded` in a separate Node process, which runs until it is killed. */
export function startInChildProcess(
  dataDir: string,
  {
    source = join(import.meta.dirname, '../src/db/embedded/embedded.ts'),
    ...user
  }: { source?: string; uid?: number; gid?: number } = {},
): { child: ChildProcess; outcome: Promise<string> } {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(source)})
    const dataDir = ${JSON.stringify(dataDir)}
    await startEmbedded({ dataDir, durable: false, print: () => {} }).then(
      ({ isTakenOver }) => console.log(isTakenOver ? 'taken over' : 'started'),
      (error) => console.log(error.name + ': ' + error.message),
    )
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { ...user, cwd: '/' })
  killOnTestFinished(child)
  child.stdout.setEncoding('utf8')
  return { child, outcome: once(child.stdout, 'data').then(([text]) => String(text).trim()) }
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

import { spawn } from 'node:child_process'
import { chmod, chown, lstat, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../../kit/start-error.ts'

/** The user PostgreSQL runs as. Spreads into the options of `spawn`, which also drops the supplementary groups. */
export interface Owner {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, and refuses data that belongs to another user. */
export async function chooseOwner(cluster: string): Promise<Owner> {
  const [uid, gid] = currentUser()
  const existing = await stat(cluster).catch(ignoreCodes('ENOENT'))
  if (uid !== 0) {
    if (!existing || existing.uid === uid) return { uid, gid }
    throw new StartError(
      `${cluster} belongs to user ${existing.uid}, but user ${uid} starts this server. Start it as user ${existing.uid}, or transfer the folder with chown -R ${uid}.`,
    )
  }
  // Data created by an ordinary user stays theirs, so that they can start the server again without root.
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const owner = await findSystemUser()
  if (existing) {
    throw new StartError(
      `${cluster} belongs to root, but PostgreSQL does not run as root. Transfer it with chown -R ${owner.uid}:${owner.gid} ${cluster}.`,
    )
  }
  return owner
}

/** `daemon` is for macOS, whose `nobody` has the uid -2. */
async function findSystemUser(): Promise<Owner> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const candidate of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const [, , uid, gid] = users.find(([name]) => name === candidate) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and /etc/passwd has neither postgres nor nobody. Start this server as a regular user, or set DATABASE_URL.',
  )
}

/**
 * Creates the data folder and its parents. When root creates them, the owner can pass whatever the umask is. (Node's
 * own recursive `mkdir` loops forever on a dangling link.)
 */
export async function createDataFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(ignoreCodes('ENOENT'))) return
  await createDataFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(ignoreCodes('EEXIST'))
  if (isRoot()) await chmod(folder, 0o711)
}

/** Creates a folder only its owner can read; rejects one that someone else left there (anyone may write in /tmp). */
export async function createPrivateFolder(folder: string, owner: Owner): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoreCodes('EEXIST'))
  const stats = await lstat(folder)
  if (!stats.isDirectory() || (stats.uid !== owner.uid && stats.uid !== currentUser()[0])) {
    throw new StartError(`${folder} is not a folder of user ${owner.uid}, who runs PostgreSQL. Remove it.`)
  }
  await chmod(folder, 0o700)
  if (isRoot()) await chown(folder, owner.uid, owner.gid)
}

/** Root reaches everything, the owner does not: a folder below /root is the usual case. */
export async function assertReachableBy(path: string, owner: Owner): Promise<void> {
  if (!isRoot()) return
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder)
    const requiredBit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (mode & requiredBit) continue
    throw new StartError(
      `PostgreSQL does not run as root, and user ${owner.uid}, who would run it, cannot pass through ${folder} on the way to ${path}. Set DATA_DIR to a folder outside, such as /var/lib/storedesk, or allow it with chmod o+x ${folder}.`,
    )
  }
}

export const isRoot = (): boolean => currentUser()[0] === 0

const currentUser = (): [uid: number, gid: number] => [process.getuid?.() ?? 0, process.getgid?.() ?? 0]

/** Nothing of ours leaks in: PGPORT, LD_LIBRARY_PATH or a translated locale would change PostgreSQL's behavior. */
export const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Runs a program to its end; `code` is null when a signal ended it. Rejects when it can't be started. */
export function runAs(
  owner: Owner,
  program: string,
  args: string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...owner, cwd: '/', env: cleanEnvironment })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject).on('close', (code) => resolve({ code, output }))
    // A program that exits without reading its input explains why in its output.
    child.stdin.on('error', () => {}).end(input)
  })
}

/** For `catch`: ignores the expected errors. */
export const ignoreCodes =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!error.code || !codes.includes(error.code)) throw error
  }

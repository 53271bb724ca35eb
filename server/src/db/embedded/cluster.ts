import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../kit/start-error.ts'
import type { Binaries } from './binaries.ts'
import { ignore, isRoot, type Owner, runAs } from './owner.ts'

interface ClusterOptions {
  cluster: string
  binaries: Binaries
  owner: Owner
  durable: boolean
  say: (line: string) => void
}

/** Sees to it that the cluster is there, whole and of our version. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster, binaries, say } = options
  const [dataDir, name] = [dirname(cluster), basename(cluster)]
  const major = majorOf(binaries.version)
  const entries = await readdir(dataDir)

  // What a start that was killed in the middle left behind. An initdb that is still at work there fails, as it should.
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}.new-`))) {
    await rm(join(dataDir, entry), { recursive: true, force: true, maxRetries: 10 })
  }

  const version = await versionOf(cluster)
  if (version === major) return
  if (version) throw otherVersion(cluster, version, major)
  const other = entries.find((entry) => /^pg\d+$/.test(entry) && entry !== name)
  if (other) throw otherVersion(join(dataDir, other), other.slice(2), major)
  if (entries.includes(name) && (await readdir(cluster)).length > 0) {
    throw new StartError(`${cluster} is in the way and holds no PostgreSQL data: move it elsewhere.`)
  }
  say('Creating the database…')
  await createCluster(options)
}

export const majorOf = (version: string): string => version.split('.')[0] ?? version

const versionOf = async (cluster: string): Promise<string | undefined> =>
  (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(ignore('ENOENT')))?.trim()

const otherVersion = (folder: string, theirs: string, ours: string) =>
  new StartError(
    `${folder} holds data of PostgreSQL ${theirs}, and this release brings ${ours}: carry it over with pg_dump from the release that wrote it, or move the folder elsewhere to begin anew.`,
  )

/** Builds the cluster beside its place and renames it when it is complete, so that no kill leaves half a one. */
async function createCluster({ cluster, binaries, owner, durable }: ClusterOptions): Promise<void> {
  const temporary = await mkdtemp(`${cluster}.new-`)
  if (isRoot()) await chown(temporary, owner.uid, owner.gid)
  try {
    await initialise(temporary, binaries, owner, durable)
    await createDatabase(temporary, binaries, owner, durable)
    // When another start was faster its cluster is as good as ours.
    await rename(temporary, cluster).catch(ignore('ENOTEMPTY', 'EEXIST'))
    if (durable) await sync(dirname(cluster))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * The builtin provider sorts by code point and knows upper and lower case of all of Unicode, the same on every system.
 * Full text search and pg_trgm still ask the C library what a letter is: with LC_CTYPE=C they keep «quotes» as part of a word,
 * so it is only the last choice, for a system that has no other.
 */
async function initialise(folder: string, binaries: Binaries, owner: Owner, durable: boolean): Promise<void> {
  for (const characters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, output } = await runAs(owner, binaries.initdb, [
      ...[`--pgdata=${folder}`, '--username=storedesk', '--auth=trust', '--data-checksums', '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${characters}`],
      ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
    ])
    if (code === 0) return
    if (!output.includes('invalid locale name')) throw cannotCreate(folder, output)
  }
}

/** Without a server, so that a cluster in its place always has its database. */
async function createDatabase(folder: string, binaries: Binaries, owner: Owner, durable: boolean): Promise<void> {
  const args = ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres']
  const { code, output } = await runAs(owner, binaries.postgres, args, 'create database storedesk\n')
  if (code !== 0) throw cannotCreate(folder, output)
}

const cannotCreate = (folder: string, output: string) =>
  new StartError(
    `The database could not be created in ${dirname(folder)} (${complaintOf(output)}): mend that, or set DATABASE_URL to a PostgreSQL of your own.`,
  )

/** The line that says what went wrong: the first, as others only follow from it. Refused connections were our own, too early. */
export function complaintOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() && !line.includes('FATAL:  the database system is'))
  const complaint = lines.find((line) => /\b(error|fatal|panic):/i.test(line)) ?? lines.at(-1)
  return (
    complaint?.replace(/^[-\d]+ [:.\d]+ UTC \[\d+\] /, '').trim() ??
    'it wrote nothing, as it does when the disk is full'
  )
}

/** A rename is safe from a power cut only when its folder has been written. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../kit/start-error.ts'
import type { Binaries } from './binaries.ts'
import { ignoreCodes, isRoot, type Owner, runAs } from './owner.ts'

interface ClusterOptions {
  cluster: string
  binaries: Binaries
  owner: Owner
  durable: boolean
  print: (line: string) => void
}

/** Ensures that the cluster exists, is complete and has our version. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster, binaries, print } = options
  const [dataDir, name] = [dirname(cluster), basename(cluster)]
  const major = majorVersion(binaries.version)
  const entries = await readdir(dataDir)

  // Leftovers of a start that was killed. An initdb that is still running there fails, as it should.
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}.new-`))) {
    await rm(join(dataDir, entry), { recursive: true, force: true, maxRetries: 10 })
  }

  const version = await clusterVersion(cluster)
  if (version === major) return
  if (version) throw versionMismatch(cluster, version, major)
  const other = entries.find((entry) => /^pg\d+$/.test(entry) && entry !== name)
  if (other) throw versionMismatch(join(dataDir, other), other.slice(2), major)
  if (entries.includes(name) && (await readdir(cluster)).length > 0) {
    throw new StartError(`${cluster} exists but contains no PostgreSQL data. Move it elsewhere.`)
  }
  print('Creating the database…')
  await createCluster(options)
}

export const majorVersion = (version: string): string => version.split('.')[0] ?? version

const clusterVersion = async (cluster: string): Promise<string | undefined> =>
  (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(ignoreCodes('ENOENT')))?.trim()

const versionMismatch = (folder: string, dataVersion: string, binaryVersion: string) =>
  new StartError(
    `${folder} contains data of PostgreSQL ${dataVersion}, but this release includes ${binaryVersion}. Migrate it with pg_dump from the release that wrote it, or move the folder elsewhere to start empty.`,
  )

/** Builds the cluster in a temporary folder and renames it when complete, so that no kill leaves half a cluster. */
async function createCluster({ cluster, binaries, owner, durable }: ClusterOptions): Promise<void> {
  const temporary = await mkdtemp(`${cluster}.new-`)
  if (isRoot()) await chown(temporary, owner.uid, owner.gid)
  try {
    await initializeCluster(temporary, binaries, owner, durable)
    await createDatabase(temporary, binaries, owner, durable)
    // When another start was faster, its cluster is as good as ours.
    await rename(temporary, cluster).catch(ignoreCodes('ENOTEMPTY', 'EEXIST'))
    if (durable) await syncFolder(dirname(cluster))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/**
 * The builtin provider sorts by code point and knows upper and lower case of all of Unicode, the same on every system.
 * Full text search and pg_trgm still use the C library's idea of a letter: with LC_CTYPE=C they treat «quotes» as part
 * of a word, so C is the last choice, for a system that has no other.
 */
async function initializeCluster(folder: string, binaries: Binaries, owner: Owner, durable: boolean): Promise<void> {
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, output } = await runAs(owner, binaries.initdb, [
      ...[`--pgdata=${folder}`, '--username=storedesk', '--auth=trust', '--data-checksums', '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
      ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
    ])
    if (code === 0) return
    if (!output.includes('invalid locale name')) throw creationError(folder, output)
  }
}

/** Runs without a server, so that a cluster in its final place always has its database. */
async function createDatabase(folder: string, binaries: Binaries, owner: Owner, durable: boolean): Promise<void> {
  const args = ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres']
  const { code, output } = await runAs(owner, binaries.postgres, args, 'create database storedesk\n')
  if (code !== 0) throw creationError(folder, output)
}

const creationError = (folder: string, output: string) =>
  new StartError(
    `Cannot create the database in ${dirname(folder)} (${findErrorLine(output)}). Fix the problem, or set DATABASE_URL to your own PostgreSQL.`,
  )

/** Rejected connections are our own early probes; a killed postmaster leaves backends that report its end later. */
const OTHERS = /FATAL: {2}(the database system is|terminating connection due to unexpected postmaster exit)/

/** The first error line: later ones only follow from it. */
export function findErrorLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() && !OTHERS.test(line))
  const errorLine = lines.find((line) => /\b(error|fatal|panic):/i.test(line)) ?? lines.at(-1)
  return (
    errorLine?.replace(/^[-\d]+ [:.\d]+ UTC \[\d+\] /, '').trim() ??
    'no output, which usually means that the disk is full'
  )
}

/** A rename survives a power cut only when its folder has been synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

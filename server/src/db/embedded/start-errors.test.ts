import { appendFile, chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  freshFolder,
  isRoot,
  nobody,
  startInChildProcess,
  startTestEmbedded,
  usedFolder,
} from '../../../test/embedded-folders.ts'
import { StartError } from '../../kit/start-error.ts'

describe('errors the operator can fix', () => {
  const startError = async (dataDir: string) => {
    const error = await startTestEmbedded(dataDir).catch((error) => error)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(/^[^\n]+[^.\n]\.$/)
    return error.message
  }

  it('reports a data folder that cannot be created', async () => {
    const file = join(await freshFolder(), 'file')
    await writeFile(file, '')
    expect(await startError(join(file, 'data'))).toMatch(
      /^The data folder .*file\/data cannot be used \(ENOTDIR.* set DATA_DIR/,
    )
    expect(await startError(file)).toContain('cannot be used (ENOTDIR')
    await symlink('nowhere', `${file}-link`)
    expect(await startError(join(`${file}-link`, 'data'))).toContain('cannot be used (ENOENT')
  })

  it('reports data of another major version, or something else in its place', async () => {
    const dataDir = await freshFolder()
    await mkdir(join(dataDir, 'pg17'))
    expect(await startError(dataDir)).toMatch(
      /pg17 contains data of PostgreSQL 17, but this release includes 18\. Migrate it/,
    )
    const { uid, gid } = isRoot ? nobody : await stat(dataDir)
    await rm(join(dataDir, 'pg17'), { recursive: true })
    await mkdir(join(dataDir, 'pg18'))
    await writeFile(join(dataDir, 'pg18', 'notes'), '')
    await chown(join(dataDir, 'pg18'), uid, gid)
    expect(await startError(dataDir)).toMatch(/pg18 exists but contains no PostgreSQL data/)
    await writeFile(join(dataDir, 'pg18', 'PG_VERSION'), '17\n')
    expect(await startError(dataDir)).toMatch(/pg18 contains data of PostgreSQL 17/)
    expect((await readdir(dataDir)).sort()).toEqual(['pg18'])
  })

  it('reports why PostgreSQL ended at once, in its own words', async () => {
    const dataDir = await usedFolder()
    await appendFile(join(dataDir, 'pg18', 'postgresql.conf'), 'nonsense = 1\n')
    expect(await startError(dataDir)).toMatch(/did not start \(.*FATAL: .*postgresql\.conf.*\)\. .*postgres\.log\.$/)
  })

  it.runIf(isRoot)('reports data of another user', async () => {
    const dataDir = await freshFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    await mkdir(join(dataDir, 'pg18'))
    expect(await startError(dataDir)).toMatch(/pg18 belongs to root, .* chown -R \d+:\d+ \//)
    expect(await startInChildProcess(dataDir, nobody).outcome).toMatch(
      /^StartError: .* belongs to user 0, but user 65534/,
    )
  })

  it.runIf(isRoot)('reports a data folder that only root can reach', async () => {
    const folder = await freshFolder()
    await chmod(folder, 0o700)
    expect(await startError(join(folder, 'data'))).toContain(
      `cannot pass through ${folder} on the way to ${folder}/data. Set DATA_DIR`,
    )
  })
})

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FileKey, fileNameOf, toFileKey } from '../../kit/file-key.ts'
import { openDiskStore } from './disk-store.ts'

const { signal } = new AbortController()

function freshFolder(): string {
  const root = join(tmpdir(), `storedesk-disk-${randomUUID()}`)
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

function keyOf(bytes: Buffer): FileKey {
  const key = toFileKey(randomUUID(), fileNameOf(bytes, 'image/png'))
  if (!key) throw new Error('no key')
  return key
}

describe('openDiskStore', () => {
  it('stores complete files, readable only by owner and group, and leaves nothing behind', async () => {
    const root = freshFolder()
    const disk = await openDiskStore(root)
    const bytes = Buffer.alloc(3_000_000, 'x')
    const key = keyOf(bytes)
    // Ten at once, as from clients that retry.
    await Promise.all(Array.from({ length: 10 }, () => disk.put(key, bytes, signal)))
    expect(await readFile(join(root, key))).toEqual(bytes)
    expect((await stat(join(root, key))).mode & 0o777).toBe(0o640)
    expect(await readdir(join(root, 'incoming'))).toEqual([])
    const file = await disk.open(key, signal)
    expect([file?.sizeBytes, file && (await buffer(file.bytes)).equals(bytes)]).toEqual([bytes.length, true])

    await disk.remove(key, signal)
    await disk.remove(key, signal)
    expect(await disk.open(key, signal)).toBeUndefined()
  })

  it('stores nothing when the upload was aborted or failed', async () => {
    const root = freshFolder()
    const disk = await openDiskStore(root)
    const bytes = Buffer.alloc(3_000_000, 'x')
    const key = keyOf(bytes)
    await expect(disk.put(key, bytes, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' })
    expect(await disk.open(key, signal)).toBeUndefined()
    expect(await readdir(join(root, 'incoming'))).toEqual([])

    // A file is where its folder should be.
    const home = dirname(join(root, key))
    await rm(home, { recursive: true })
    await writeFile(home, '')
    await expect(disk.put(key, bytes, signal)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('removes partial files of a crash at a later start, but not those of another running server', async () => {
    const root = freshFolder()
    await mkdir(join(root, 'incoming'), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(join(root, 'incoming', name), 'half')
    const twoHoursAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(root, 'incoming', 'old'), twoHoursAgo, twoHoursAgo)
    await openDiskStore(root)
    expect(await readdir(join(root, 'incoming'))).toEqual(['new'])
  })

  it.each([
    '../secret-key',
    `${'0'.repeat(64)}.svg`,
    `${'0'.repeat(64)}.png/..`,
    `${'0'.repeat(64)}.PNG`,
    'incoming',
    '',
  ])('rejects the name %j', (name) => {
    expect(toFileKey(randomUUID(), name)).toBeUndefined()
    expect(toFileKey(name, `${'0'.repeat(64)}.png`)).toBeUndefined()
    expect(toFileKey('..', name)).toBeUndefined()
  })
})

import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '../../kit/errors.ts'
import type { FileStore } from '../../ports/file-store.ts'

const HOUR_MS = 3_600_000

/** Files in a folder, which several servers may share. A name becomes visible only when all its bytes are on disk. */
export async function openDiskStore(root: string): Promise<FileStore> {
  const incoming = join(root, 'incoming')
  await removeStaleUploads(incoming)
  return {
    async put(key, bytes, signal) {
      const temporaryPath = join(incoming, randomUUID())
      const path = join(root, key)
      try {
        await createFolder(incoming)
        await createFolder(dirname(path))
        await writeDurably(temporaryPath, bytes, signal)
        await rename(temporaryPath, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(temporaryPath, { force: true }).catch(() => {})
        throw unavailable(error)
      }
    },
    async open(key) {
      try {
        const file = await open(join(root, key))
        const { size } = await file.stat()
        return { sizeBytes: size, bytes: file.createReadStream() }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw unavailable(error)
      }
    },
    async remove(key) {
      await rm(join(root, key), { force: true }).catch((error: unknown) => {
        throw unavailable(error)
      })
    },
  }
}

async function writeDurably(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(bytes, { signal })
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new folder is itself an entry in its parent, and lost in a crash until the parent is synced. */
async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o750 })
  if (first === undefined) return
  for (let folder = path; folder !== dirname(first); folder = dirname(folder)) await syncFolder(dirname(folder))
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders; its file system writes names in order by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes partial files left by a crash. Another server may be writing in the same folder, so only old ones. */
async function removeStaleUploads(incoming: string): Promise<void> {
  const drafts = await readdir(incoming).catch(() => [])
  for (const draft of drafts) {
    const path = join(incoming, draft)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true }).catch(() => {})
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

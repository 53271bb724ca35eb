import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FeedContent } from './feeds.ts'

/** A generated file. Call `release` when done with it; reading it to the end also does. */
export interface FeedFile {
  etag: string
  sizeBytes: number
  read(): Readable
  release(): void
}

interface FeedRequest {
  key: string
  /** What the file depends on: it is current while this returns the same object. Undefined: never cache it. */
  generation: () => object | undefined
  generate: () => Promise<{ content: FeedContent; expiresMs: number }>
}

interface Entry {
  handle: FileHandle
  etag: string
  sizeBytes: number
  generation: object | undefined
  expiresMs: number
  readers: number
  isEvicted: boolean
}

interface Build {
  /** Orders builds and requests: a request must not get a file that was begun before a change it knows of. */
  startedAt: number
  entry: Promise<Entry>
}

const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
const CHUNK_BYTES = 65_536

export interface FeedFiles {
  get(request: FeedRequest): Promise<FeedFile>
  close(): Promise<void>
}

/**
 * Feeds are cached on disk, since those of large catalogs do not fit in memory. Files have no name, so that the
 * operating system removes them however the process ends. Of one feed, only one file is generated at a time.
 */
export function openFeedFiles({ clock, maxBytes = MAX_TOTAL_BYTES }: { clock: () => Date; maxBytes?: number }) {
  /** In order of use. */
  const entries = new Map<string, Entry>()
  const builds = new Map<string, Build>()
  let ticks = 0

  const isCurrent = (entry: Entry, { generation }: FeedRequest) =>
    entry.generation !== undefined && entry.generation === generation() && entry.expiresMs > clock().getTime()

  function evict(key: string, entry: Entry): void {
    entries.delete(key)
    entry.isEvicted = true
    closeUnused(entry)
  }

  function store(key: string, entry: Entry): void {
    const previous = entries.get(key)
    if (previous) evict(key, previous)
    entries.set(key, entry)
    let total = [...entries.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    for (const [oldKey, old] of entries) {
      if (total <= maxBytes) return
      total -= old.sizeBytes
      evict(oldKey, old)
    }
  }

  async function build(request: FeedRequest): Promise<Entry> {
    const generation = request.generation()
    const { content, expiresMs } = await request.generate()
    const entry = { ...(await writeFile(content)), generation, expiresMs, readers: 0, isEvicted: false }
    if (isCurrent(entry, request)) store(request.key, entry)
    else {
      entry.isEvicted = true
      closeUnused(entry)
    }
    return entry
  }

  function start(request: FeedRequest): Build {
    ticks += 1
    const started = { startedAt: ticks, entry: build(request) }
    builds.set(request.key, started)
    started.entry.finally(() => builds.delete(request.key)).catch(() => {})
    return started
  }

  return {
    async get(request: FeedRequest): Promise<FeedFile> {
      ticks += 1
      const arrivedAt = ticks
      for (;;) {
        const cached = entries.get(request.key)
        if (cached && isCurrent(cached, request)) {
          entries.delete(request.key)
          entries.set(request.key, cached)
          return borrow(cached)
        }
        const running = builds.get(request.key) ?? start(request)
        if (running.startedAt > arrivedAt) return borrow(await running.entry)
        // Its failure is for those who started it.
        await running.entry.catch(() => undefined)
      }
    },
    async close(): Promise<void> {
      await Promise.all([...builds.values()].map(({ entry }) => entry.catch(() => undefined)))
      for (const [key, entry] of entries) evict(key, entry)
    },
  } satisfies FeedFiles
}

/** After the current turn: others who waited for the same file get it first. */
function closeUnused(entry: Entry): void {
  setImmediate(() => {
    if (!entry.isEvicted || entry.readers > 0) return
    entry.readers = Number.POSITIVE_INFINITY
    entry.handle.close().catch(() => {})
  })
}

function borrow(entry: Entry): FeedFile {
  const { handle, etag, sizeBytes } = entry
  let isReleased = false
  entry.readers += 1
  const release = () => {
    if (isReleased) return
    isReleased = true
    entry.readers -= 1
    closeUnused(entry)
  }
  return {
    etag,
    sizeBytes,
    read: () => Readable.from(readChunks(handle), { objectMode: false }).once('close', release),
    release,
  }
}

/** A stream of the file system would close the file when its reader leaves. */
async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function writeFile(content: FeedContent): Promise<Pick<Entry, 'handle' | 'etag' | 'sizeBytes'>> {
  const path = join(tmpdir(), `storedesk-feed-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    const hash = createHash('sha1')
    let sizeBytes = 0
    const write = async (text: string) => {
      const bytes = Buffer.from(text)
      hash.update(bytes)
      sizeBytes += bytes.length
      await handle.writeFile(bytes)
    }
    let pending = ''
    for await (const text of content) {
      pending += text
      if (pending.length < CHUNK_BYTES) continue
      await write(pending)
      pending = ''
    }
    await write(pending)
    return { handle, sizeBytes, etag: `"${hash.digest('base64url')}"` }
  } catch (error) {
    await handle.close()
    throw error
  }
}

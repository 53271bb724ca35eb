import type { Readable } from 'node:stream'
import type { FileKey } from '../kit/file-key.ts'

export interface StoredFile {
  /** Where the store tells it. */
  sizeBytes: number | undefined
  /** To be read or destroyed by whoever has asked for it. */
  bytes: Readable
}

/** Where uploaded files are kept. Whatever fails is told as `unavailable`: it may be asked again. */
export interface FileStore {
  /** Whole or not at all; once it has answered, a crash does not lose it. To put the same again is harmless. */
  put(key: FileKey, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  open(key: FileKey, signal: AbortSignal): Promise<StoredFile | undefined>
  /** Harmless when there is none. */
  remove(key: FileKey, signal: AbortSignal): Promise<void>
}

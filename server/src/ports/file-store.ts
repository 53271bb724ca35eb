import type { Readable } from 'node:stream'
import type { FileKey } from '../kit/file-key.ts'

export interface StoredFile {
  /** If the store reports it. */
  sizeBytes: number | undefined
  /** The caller must read or destroy it. */
  bytes: Readable
}

/** Storage for uploaded files. Every failure is thrown as `unavailable`: it may be retried. */
export interface FileStore {
  /** All or nothing; once resolved, a crash does not lose it. Storing the same file again is harmless. */
  put(key: FileKey, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  open(key: FileKey, signal: AbortSignal): Promise<StoredFile | undefined>
  /** Harmless when it does not exist. */
  remove(key: FileKey, signal: AbortSignal): Promise<void>
}

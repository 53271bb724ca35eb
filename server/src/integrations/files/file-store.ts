import { join } from 'node:path'
import type { FileStore } from '../../ports/file-store.ts'
import { openDiskStore } from './disk-store.ts'

interface Options {
  /** As in FILES_URL; without it files are kept in a folder. */
  filesUrl: string | undefined
  dataDir: string
}

export async function openFileStore({ filesUrl, dataDir }: Options): Promise<FileStore> {
  if (!filesUrl) return openDiskStore(join(dataDir, 'files'))
  // Loaded only where it is used: most servers keep files in a folder.
  const { openS3Store: openBucket } = await import('./s3-store.ts')
  return openBucket(filesUrl)
}

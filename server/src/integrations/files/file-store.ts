import { join } from 'node:path'
import type { FileStore } from '../../ports/file-store.ts'
import { openDiskStore } from './disk-store.ts'

interface Options {
  /** FILES_URL; without it files are stored in a folder. */
  filesUrl: string | undefined
  dataDir: string
}

export async function openFileStore({ filesUrl, dataDir }: Options): Promise<FileStore> {
  if (!filesUrl) return openDiskStore(join(dataDir, 'files'))
  // Loaded on demand: most servers store files in a folder.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(filesUrl)
}

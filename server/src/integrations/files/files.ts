import { join } from 'node:path'
import type { Files } from '../../ports/files.ts'
import { openDisk } from './disk.ts'

interface Options {
  /** As in FILES_URL; without it files are kept in a folder. */
  filesUrl: string | undefined
  dataDir: string
}

export async function openFiles({ filesUrl, dataDir }: Options): Promise<Files> {
  if (!filesUrl) return openDisk(join(dataDir, 'files'))
  // Loaded only where it is used: most servers keep files in a folder.
  const { openBucket } = await import('./s3.ts')
  return openBucket(filesUrl)
}

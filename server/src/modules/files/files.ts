import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { type FileKey, fileNameOf, type ImageType, toFileKey } from '../../kit/file-key.ts'
import * as queries from './queries.ts'
import { readImage } from './read-image.ts'
import type { UploadedImage } from './upload-schemas.ts'

/** A guard against mistakes such as a runaway script, not a quota. */
const MAX_TOTAL_BYTES = 10 * 1024 ** 3

/**
 * Idempotent: uploading the same image again returns the same response, so a retry after a crash may repeat every step.
 */
export async function storeImage(
  ctx: Ctx,
  body: Buffer,
  contentType: ImageType,
  title?: string,
): Promise<UploadedImage> {
  const { width, height, bytes } = readImage(body, contentType)
  const name = fileNameOf(bytes, contentType)
  const sizeBytes = bytes.length
  await assertStorageLimit(ctx, name, sizeBytes)
  // The row is committed first, so that the bytes can be found and removed whatever happens next.
  await queries.insertPendingFile(ctx, { name, sizeBytes, width, height, title })
  await ctx.files.put(fileKey(ctx, name), bytes, ctx.signal)
  await queries.markFileStored(ctx, name)
  return { url: ctx.publicUrl + filePath(ctx, name), width, height, sizeBytes, contentType }
}

const FILE_PATH = /^\/files\/([^/]+)\/([^/]+)$/

/**
 * Uploaded files are stored as paths, so that they work under any future server name and their use can be tracked.
 * Undefined for a file that does not exist or belongs to another environment.
 */
export async function toStoredUrls(ctx: Ctx, urls: string[]): Promise<(string | undefined)[]> {
  const paths = urls.map((url) => toPath(ctx, url))
  const names = paths.flatMap((path) => findFileName(ctx, path) ?? [])
  const locked = names.length > 0 ? await queries.lockStoredFiles(ctx, [...new Set(names)]) : []
  const storedNames = new Set(locked.map(({ name }) => name))
  return urls.map((url, at) => {
    const path = paths[at]
    if (storedNames.has(findFileName(ctx, path) ?? '')) return path
    if (url.startsWith(`${ctx.publicUrl}/demo-images/`)) return path
    return url.startsWith('/files/') || url.startsWith(`${ctx.publicUrl}/files/`) ? undefined : url
  })
}

/**
 * Accepts any host name of the server or of a cache in front of it: the name is a hash of the bytes, so it identifies
 * the file.
 */
function toPath(ctx: Ctx, url: string): string {
  if (url.startsWith('/')) return url
  if (url.startsWith(`${ctx.publicUrl}/`)) return url.slice(ctx.publicUrl.length)
  return URL.parse(url)?.pathname ?? ''
}

function findFileName(ctx: Ctx, path = ''): string | undefined {
  const [, environmentId, name = ''] = FILE_PATH.exec(path) ?? []
  return environmentId === ctx.environmentId && toFileKey(environmentId, name) ? name : undefined
}

async function assertStorageLimit(ctx: Ctx, name: string, sizeBytes: number): Promise<void> {
  const others = await queries.sumOtherSizes(ctx, name)
  if (others.sizeBytes + sizeBytes <= MAX_TOTAL_BYTES) return
  throw new AppError(
    'storage_full',
    'The images of this environment would exceed 10 GB. Delete images you no longer use in the media library.',
    { fields: { limitBytes: MAX_TOTAL_BYTES } },
  )
}

const filePath = (ctx: Ctx, name: string) => `/files/${ctx.environmentId}/${name}`

function fileKey(ctx: Ctx, name: string): FileKey {
  const key = toFileKey(ctx.environmentId, name)
  if (!key) throw new Error(`${name} is not a valid file name`)
  return key
}

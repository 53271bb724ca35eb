import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import { isImageType } from '../../../kit/file-key.ts'
import { type ShopSource, ShopSourceError } from '../../../ports/shop-source.ts'
import { replaceImageUrls } from '../../catalog/product-sync/product-sync.ts'
import { changeCollection, getCollection } from '../../collections/collections.ts'
import { storeImage } from '../../files/files.ts'
import { fileUrlOf, type PendingImage, saveImageResults } from './image-queries.ts'
import { describeError, type ObjectOutcome } from './outcome.ts'
import * as queries from './queries.ts'

interface Download {
  image: PendingImage
  fileName: string | null
  error: string | null
  /** Whether the next sync may succeed. */
  isRetryable: boolean
}

/** Each image may have 10 MB. */
const CONCURRENCY = 4
const TIMEOUT_MS = 60_000

/** Downloads images into our own store. Never inside a transaction. */
export async function downloadImages(ctx: Ctx, source: ShopSource, images: PendingImage[]): Promise<Download[]> {
  const downloads: Download[] = []
  const queue = images.values()
  const work = async () => {
    for (const image of queue) downloads.push(await download(ctx, source, image))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return downloads
}

async function download(ctx: Ctx, source: ShopSource, image: PendingImage): Promise<Download> {
  if (image.knownFileName) return { image, fileName: image.knownFileName, error: null, isRetryable: false }
  try {
    const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { body, contentType } = await source.downloadImage(image.sourceUrl, signal)
    if (!isImageType(contentType)) return failed(image, `Images of the type ${contentType} can’t be stored.`, false)
    const { url } = await storeImage(ctx, body, contentType)
    return { image, fileName: url.split('/').at(-1) ?? null, error: null, isRetryable: false }
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (error instanceof ShopSourceError) return failed(image, error.message, error.isRetryable)
    if (error instanceof AppError && error.status < 500) {
      return failed(image, describeError(error), error.code === 'storage_full')
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return failed(image, 'The download took too long.', true)
    }
    throw error
  }
}

const failed = (image: PendingImage, error: string, isRetryable: boolean): Download => ({
  image,
  fileName: null,
  error,
  isRetryable,
})

/** Shows the stored images in place of the shop's URLs. Call inside a transaction. */
export async function saveImages(ctx: Ctx, downloads: Download[]): Promise<ObjectOutcome[]> {
  const results = downloads.filter(({ isRetryable }) => !isRetryable)
  await saveImageResults(
    ctx,
    results.map(({ image, fileName, error }) => ({
      external_id: image.externalId,
      source_url: image.sourceUrl,
      status: fileName ? 'stored' : 'failed',
      file_name: fileName,
      error,
    })),
  )
  const stored = downloads.flatMap(({ image, fileName }) =>
    fileName ? [{ image, url: fileUrlOf(ctx, fileName) }] : [],
  )
  await showInProducts(ctx, stored)
  for (const { image, url } of stored) if (image.owner === 'collections') await showInCollection(ctx, image, url)
  return downloads.map(({ image, fileName, error }) => ({
    externalId: image.externalId,
    outcome: fileName ? 'updated' : 'failed',
    ...(error && { error }),
  }))
}

interface StoredDownload {
  image: PendingImage
  url: string
}

async function showInProducts(ctx: Ctx, stored: StoredDownload[]): Promise<void> {
  const ownerIds = stored.flatMap(({ image }) => (image.owner === 'products' ? image.ownerId : []))
  if (ownerIds.length === 0) return
  const products = await queries.readProductIds(ctx, [...new Set(ownerIds)])
  const urls = new Map(stored.map(({ image, url }) => [image.sourceUrl, url]))
  const versions = await replaceImageUrls(ctx, [...products.values()], urls)
  await queries.raiseVersions(ctx, versions)
}

async function showInCollection(ctx: Ctx, { ownerId, sourceUrl }: PendingImage, url: string): Promise<void> {
  const localId = (await queries.readObjects(ctx, 'collections', [ownerId])).get(ownerId)?.localId
  if (!localId) return
  const collection = await getCollection(ctx, localId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (collection?.image?.url !== sourceUrl) return
  const { id, version } = await changeCollection(ctx, collection.id, { image: { url, alt: collection.image.alt } })
  await queries.raiseVersions(ctx, [{ id, before: collection.version, after: version }])
}

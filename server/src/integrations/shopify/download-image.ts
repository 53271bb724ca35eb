import { IMAGE_TYPES, type ImageType } from '../../kit/file-key.ts'
import { ShopSourceError } from '../../ports/shop-source.ts'
import { openSafeGet, ResponseTooLargeError, readBytes } from '../safe-post.ts'
import { toUnavailable } from './errors.ts'

/** As much as an upload may have. */
const MAX_BYTES = 10 * 1024 ** 2

/** The file store checks the bytes; here only what the server says about them. */
export async function downloadImage(
  url: string,
  { allowLoopback, timeoutMs }: { allowLoopback: boolean; timeoutMs: number },
  signal: AbortSignal,
): Promise<{ body: Buffer; contentType: ImageType }> {
  const parsed = URL.parse(url)
  if (!parsed) throw new ShopSourceError('rejected', 'The address of the image is not valid.')
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  // The CDN chooses the format by this header: without it, a PNG stays a PNG.
  const headers = { accept: IMAGE_TYPES.join(', ') }
  try {
    const response = await openSafeGet(url, headers, { allowHttp: false, allowLoopback }, deadline)
    try {
      const contentType = assertImage(response.statusCode ?? 0, response.headers)
      return { body: await readBytes(response, MAX_BYTES), contentType }
    } finally {
      response.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ShopSourceError) throw error
    if (error instanceof ResponseTooLargeError) throw tooLarge()
    throw toUnavailable('An image could not be downloaded.', error)
  }
}

function assertImage(status: number, headers: NodeJS.Dict<string | string[]>): ImageType {
  if (status === 404 || status === 410) throw new ShopSourceError('not_found', 'The image no longer exists.')
  if (status >= 500 || status === 429) throw toUnavailable(`An image returned status ${status}.`)
  if (status !== 200) throw new ShopSourceError('rejected', `The image can’t be downloaded: status ${status}.`)
  const declared = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  const type = IMAGE_TYPES.find((type) => type === declared)
  if (!type) {
    const message = `The file is not a JPEG, PNG, GIF, WebP or AVIF image, but ${declared || 'of an unknown type'}.`
    throw new ShopSourceError('rejected', message)
  }
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge()
  return type
}

const tooLarge = () =>
  new ShopSourceError('rejected', 'The image has more than 10 MB. Upload a smaller one to Shopify.')

/** Mirrors the server; a test compares the two. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
export const MAX_IMAGE_BYTES = 10 * 1024 ** 2

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })

/** Why a file is rejected before it is uploaded. */
export function validateImageFile({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (type === 'image/svg+xml') return 'SVG files can contain scripts. Save the image as PNG or WebP.'
  if (!IMAGE_TYPES.includes(type)) return 'Use a PNG, JPEG, WebP, GIF or AVIF image.'
  if (size > MAX_IMAGE_BYTES) return `The file is ${megabytes(size)} MB. The maximum is 10 MB.`
  return undefined
}

/** Mirrors the server; a test compares the two. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
export const MAX_IMAGE_BYTES = 10 * 1024 ** 2

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })

/** Why a file is rejected before it is uploaded. */
export function validateImageFile({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (type === 'image/svg+xml') return 'An SVG can hold scripts and is refused: save it as a PNG or WebP.'
  if (!IMAGE_TYPES.includes(type)) return 'Only PNG, JPEG, WebP, GIF and AVIF are taken.'
  if (size > MAX_IMAGE_BYTES) return `It has ${megabytes(size)} MB; 10 MB are the most.`
  return undefined
}

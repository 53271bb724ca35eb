import { createHash } from 'node:crypto'

const EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const

export type ImageType = keyof typeof EXTENSIONS

export const IMAGE_TYPES = Object.keys(EXTENSIONS) as ImageType[]

export const isImageType = (text: string): text is ImageType => Object.hasOwn(EXTENSIONS, text)

/**
 * `<environment>/<SHA-256 of the bytes>.<extension>` of an image, `<environment>/attachments/<id>` of an attachment.
 * Created only here, so it can only lead to a file of an environment.
 */
export type FileKey = string & { readonly isFileKey: true }

const KEY_PATTERN = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/([0-9a-f]{64})\.(png|jpg|webp|gif|avif)$/

export function toFileKey(environmentId: string, name: string): FileKey | undefined {
  const key = `${environmentId}/${name}`
  return KEY_PATTERN.test(key) ? (key as FileKey) : undefined
}

const ATTACHMENT_PATTERN = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/attachments\/att_[0-9a-z]{26}$/

/** Unlike images, attachments are private: no public address leads to these keys. */
export function toAttachmentKey(environmentId: string, id: string): FileKey {
  const key = `${environmentId}/attachments/${id}`
  if (!ATTACHMENT_PATTERN.test(key)) throw new Error(`${id} is not the id of an attachment`)
  return key as FileKey
}

/** The same bytes have the same name, so a repeated upload changes nothing. */
export const fileNameOf = (bytes: Uint8Array, type: ImageType): string =>
  `${createHash('sha256').update(bytes).digest('hex')}.${EXTENSIONS[type]}`

export function parseFileKey(key: FileKey): { environmentId: string; hash: string; type: ImageType } {
  const [, environmentId = '', hash = '', extension] = KEY_PATTERN.exec(key) ?? []
  const type = IMAGE_TYPES.find((type) => EXTENSIONS[type] === extension)
  if (!type) throw new Error(`${key} is not the key of a file`)
  return { environmentId, hash, type }
}

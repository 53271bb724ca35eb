import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { normalizeEmail } from '../customers/identity/identity.ts'
import { htmlToText } from './html-to-text.ts'
import { type RawHeader, readHeaders } from './read-headers.ts'

export interface EmailAttachment {
  name: string
  contentType: string
  bytes: Uint8Array
  contentId: string | null
  isInline: boolean
}

export interface Contact {
  email: string
  name: string | null
}

/** An email as the rest of the module reads it. Text contains no NUL, which PostgreSQL rejects. */
export interface ParsedEmail {
  headers: RawHeader[]
  from: Contact | undefined
  replyTo: string[]
  to: string[]
  cc: string[]
  subject: string
  messageId: string | undefined
  inReplyTo: string[]
  references: string[]
  text: string
  html: string | null
  attachments: EmailAttachment[]
  /** Attachments left out, because there were too many or they were too large. */
  droppedAttachments: number
  /** Why the email could not be read as MIME; its text is then the raw email. */
  error: string | undefined
}

const MAX_ATTACHMENTS = 20
const MAX_ATTACHMENTS_BYTES = 20 * 1024 * 1024
/** As for replies by the API. */
export const MAX_TEXT_LENGTH = 100_000
const MAX_HTML_LENGTH = 500_000
const MAX_SUBJECT_LENGTH = 500
const MAX_ADDRESSES = 100
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true }

/** Never throws: what can't be read as MIME becomes plain text, so that no email is lost. */
export async function parseEmail(raw: Uint8Array): Promise<ParsedEmail> {
  try {
    return toParsedEmail(await PostalMime.parse(raw, LIMITS))
  } catch (error) {
    const headers = readHeaders(raw)
    const fallback: Email = { headers, headerLines: [], attachments: [], text: decodeText(raw) }
    for (const { key, value } of headers) {
      if (key === 'subject') fallback.subject ??= value
      if (key === 'from') fallback.from ??= readFirstAddress(value)
      if (key === 'message-id') fallback.messageId ??= value
      if (key === 'in-reply-to') fallback.inReplyTo ??= value
      if (key === 'references') fallback.references ??= value
    }
    return { ...toParsedEmail(fallback), error: error instanceof Error ? error.message : String(error) }
  }
}

function toParsedEmail(email: Email): ParsedEmail {
  const html = cleanText(email.html ?? '').slice(0, MAX_HTML_LENGTH)
  const plain = cleanText(email.text ?? '')
  const text = plain.trim() === '' ? htmlToText(html) : plain
  const { attachments, dropped } = readAttachments(email.attachments, html)
  return {
    headers: email.headers,
    from: readContact(email.from) ?? readContact(email.sender),
    replyTo: readAddresses(email.replyTo),
    to: readAddresses(email.to),
    cc: readAddresses(email.cc),
    subject: toLine(email.subject ?? '').slice(0, MAX_SUBJECT_LENGTH),
    messageId: readMessageIds(email.messageId)[0],
    inReplyTo: readMessageIds(email.inReplyTo),
    references: readMessageIds(email.references),
    text: text.replace(/\r\n?/g, '\n').trimEnd().slice(0, MAX_TEXT_LENGTH),
    html: html === '' || (email.html?.length ?? 0) > MAX_HTML_LENGTH ? null : html,
    attachments,
    droppedAttachments: dropped,
    error: undefined,
  }
}

/** All values of a header, in their order. */
export const headerValues = ({ headers }: Pick<ParsedEmail, 'headers'>, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value)

/** `Message-ID`s in a header, without angle brackets; some clients omit the brackets. */
export function readMessageIds(value: string | undefined): string[] {
  const text = cleanText(value ?? '').slice(0, 20_000)
  const ids = [...text.matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = '']) => id)
  if (ids.length > 0) return ids
  return text.split(/\s+/).filter((word) => /^[^<>\s]{1,500}@[^<>\s]{1,500}$/.test(word))
}

/** Email addresses in a header such as `Delivered-To`. */
export const findAddresses = (value: string): string[] =>
  (value.slice(0, 20_000).match(/[^\s<>,;:"'()[\]]{1,200}@[^\s<>,;:"'()[\]]{1,255}/g) ?? []).map(normalizeEmail)

function readContact(address: Address | undefined): Contact | undefined {
  const mailbox = address?.group ? address.group[0] : address
  if (!mailbox?.address?.includes('@')) return undefined
  const name = toLine(mailbox.name).slice(0, 200)
  return { email: normalizeEmail(toLine(mailbox.address)).slice(0, 254), name: name === '' ? null : name }
}

function readFirstAddress(value: string): Address | undefined {
  const [address] = findAddresses(value)
  return address === undefined ? undefined : { address, name: '' }
}

const readAddresses = (addresses: Address[] = []): string[] => [
  ...new Set(
    addresses
      .flatMap((address) => address.group ?? [address])
      .filter(({ address }) => address?.includes('@'))
      .slice(0, MAX_ADDRESSES)
      .map(({ address = '' }) => normalizeEmail(toLine(address)).slice(0, 254)),
  ),
]

function readAttachments(all: Attachment[], html: string): { attachments: EmailAttachment[]; dropped: number } {
  const attachments: EmailAttachment[] = []
  let sizeBytes = 0
  let dropped = 0
  for (const [at, attachment] of all.entries()) {
    const bytes = toBytes(attachment.content)
    if (attachments.length >= MAX_ATTACHMENTS || sizeBytes + bytes.length > MAX_ATTACHMENTS_BYTES) {
      dropped++
      continue
    }
    sizeBytes += bytes.length
    attachments.push(toAttachment(attachment, at, bytes, html))
  }
  return { attachments, dropped }
}

/** Inline are images that the HTML shows: by their content id, as it is or percent-encoded. */
function toAttachment({ filename, mimeType, contentId }: Attachment, at: number, bytes: Uint8Array, html: string) {
  const id = toLine(contentId ?? '')
    .replace(/^<|>$/g, '')
    .slice(0, 500)
  const isInline = id !== '' && (html.includes(`cid:${id}`) || html.includes(`cid:${encodeURIComponent(id)}`))
  const name = toLine(filename ?? '')
    .replaceAll(/[/\\]/g, '_')
    .slice(0, 200)
  return {
    name: name === '' ? defaultName(mimeType, at) : name,
    contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType.toLowerCase() : 'application/octet-stream',
    bytes,
    contentId: id === '' ? null : id,
    isInline,
  }
}

const EXTENSIONS: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'message/delivery-status': 'txt',
  'text/rfc822-headers': 'txt',
  'application/pgp-encrypted': 'pgp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
}

const defaultName = (mimeType: string, at: number) => `attachment-${at + 1}.${EXTENSIONS[mimeType] ?? 'bin'}`

const toBytes = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const cleanText = (text: string) => text.replaceAll('\u0000', '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const toLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()

const decodeText = (raw: Uint8Array) => new TextDecoder().decode(raw.subarray(0, MAX_TEXT_LENGTH))

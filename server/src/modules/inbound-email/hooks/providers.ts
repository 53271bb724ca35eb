import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { composeEmail } from './compose-email.ts'
import type { Form } from './multipart.ts'

/** What a provider's request contains. */
export interface ProviderEmail {
  envelopeFrom: string
  envelopeTo: string[]
  content: Buffer
}

type Json = Record<string, unknown>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const parseJson = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** Postmark signs nothing: the URL is the secret. With "Include raw email content", `RawEmail` is the original. */
export function readPostmark(body: Buffer): ProviderEmail | undefined {
  const json = parseJson(body.toString('utf8'))
  if (!isObject(json)) return undefined
  const recipients = [text(json.OriginalRecipient), ...list(json.ToFull).map(({ Email }) => text(Email))]
  const envelope = { envelopeFrom: text(json.From), envelopeTo: recipients.filter(Boolean).slice(0, 20) }
  if (typeof json.RawEmail === 'string') return { ...envelope, content: Buffer.from(json.RawEmail, 'utf8') }
  const original = list(json.Headers).map(({ Name, Value }) => `${text(Name)}: ${text(Value)}`)
  return {
    ...envelope,
    content: composeEmail({
      headers: withDefaults(original, {
        From: text(json.From),
        To: text(json.To),
        Cc: text(json.Cc),
        Subject: text(json.Subject),
        'Reply-To': text(json.ReplyTo),
        Date: text(json.Date),
      }),
      text: text(json.TextBody),
      html: text(json.HtmlBody),
      attachments: list(json.Attachments).map(({ Name, Content, ContentType, ContentID }) => ({
        filename: text(Name),
        contentType: text(ContentType),
        bytes: Buffer.from(text(Content), 'base64'),
        ...(text(ContentID) && { contentId: text(ContentID) }),
      })),
    }),
  }
}

/** SendGrid sends the original as `email` if "POST the raw, full MIME message" is on. */
export function readSendgrid({ fields, files }: Form): ProviderEmail | undefined {
  const envelope = parseJson(fields.get('envelope') ?? '')
  const { from, to } = isObject(envelope) ? envelope : {}
  const route = {
    envelopeFrom: text(from),
    envelopeTo: (Array.isArray(to) ? to.map(text) : [fields.get('to') ?? '']).slice(0, 20),
  }
  const raw = files.find(({ name }) => name === 'email')?.bytes ?? fields.get('email')
  if (raw !== undefined) return { ...route, content: Buffer.from(raw) }
  if (!fields.has('from') && !fields.has('headers')) return undefined
  const info = parseJson(fields.get('attachment-info') ?? '')
  const contentIdOf = (name: string) => {
    const details = isObject(info) ? info[name] : undefined
    return isObject(details) ? text(details['content-id']) : ''
  }
  return {
    ...route,
    content: composeEmail({
      headers: withDefaults((fields.get('headers') ?? '').split(/\r?\n(?![ \t])/), {
        From: fields.get('from') ?? '',
        To: fields.get('to') ?? '',
        Cc: fields.get('cc') ?? '',
        Subject: fields.get('subject') ?? '',
      }),
      text: fields.get('text') ?? '',
      html: fields.get('html') ?? '',
      attachments: files.map((file) => ({
        ...file,
        ...(contentIdOf(file.name) && { contentId: contentIdOf(file.name) }),
      })),
    }),
  }
}

/** Mailgun sends the original as `body-mime` to URLs that end with `mime`. */
export function readMailgun({ fields, files }: Form): ProviderEmail | undefined {
  const route = { envelopeFrom: fields.get('sender') ?? '', envelopeTo: (fields.get('recipient') ?? '').split(',') }
  const raw = fields.get('body-mime') ?? files.find(({ name }) => name === 'body-mime')?.bytes
  if (raw !== undefined) return { ...route, content: Buffer.from(raw) }
  const pairs = parseJson(fields.get('message-headers') ?? '')
  if (!Array.isArray(pairs) && !fields.has('from')) return undefined
  const headers = (Array.isArray(pairs) ? pairs : [])
    .filter((pair) => Array.isArray(pair))
    .map(([name, value]) => `${text(name)}: ${text(value)}`)
  const ids = parseJson(fields.get('content-id-map') ?? '')
  const idByFile = new Map(Object.entries(isObject(ids) ? ids : {}).map(([id, file]) => [text(file), id]))
  return {
    ...route,
    content: composeEmail({
      headers: withDefaults(headers, {
        From: fields.get('from') ?? '',
        To: fields.get('To') ?? fields.get('recipient') ?? '',
        Subject: fields.get('subject') ?? '',
        'Message-Id': fields.get('Message-Id') ?? '',
      }),
      text: fields.get('body-plain') ?? '',
      html: fields.get('body-html') ?? '',
      attachments: files.map((file) => {
        const contentId = idByFile.get(file.name)
        return { ...file, ...(contentId && { contentId }) }
      }),
    }),
  }
}

function withDefaults(headers: string[], defaults: Record<string, string>): string[] {
  const names = new Set(headers.map((line) => line.split(':', 1)[0]?.trim().toLowerCase()))
  const missing = Object.entries(defaults).filter(([name, value]) => value !== '' && !names.has(name.toLowerCase()))
  return [...headers, ...missing.map(([name, value]) => `${name}: ${value}`)]
}

/** Older signatures may be replayed; clocks differ by less. */
const MAX_AGE_SECONDS = 900

export const isRecent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS

/** ECDSA over the timestamp and the raw body, with the public key that SendGrid shows. */
export function isSignedBySendgrid(publicKey: string, signature: string, timestamp: string, body: Buffer): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** HMAC over the timestamp and the token; the email itself is not signed. */
export function isSignedByMailgun(key: string, { fields }: Form): boolean {
  const signed = createHmac('sha256', key)
    .update(`${fields.get('timestamp') ?? ''}${fields.get('token') ?? ''}`)
    .digest('hex')
  const signature = fields.get('signature') ?? ''
  return signature.length === signed.length && timingSafeEqual(Buffer.from(signature), Buffer.from(signed))
}

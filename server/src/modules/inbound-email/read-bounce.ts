import { findAddresses, headerValues, type ParsedEmail, readMessageIds } from './parse-email.ts'
import { readHeaders } from './read-headers.ts'

export interface BouncedRecipient {
  email: string
  /** Of RFC 3463, such as `5.1.1`. */
  status: string
  diagnostic: string
}

export interface Bounce {
  recipients: BouncedRecipient[]
  /** Candidates for the Message-ID of the email that came back. */
  originalMessageIds: string[]
}

const MAX_RECIPIENTS = 20
const UNKNOWN_FAILURE = '5.0.0'

/** From a delivery report (RFC 3464), or from the text of servers that write none, such as qmail. */
export function readBounce(email: ParsedEmail): Bounce {
  const ofType = (type: RegExp) => email.attachments.filter(({ contentType }) => type.test(contentType))
  const reports = ofType(/^message\/(?:global-)?delivery-status$/)
  const recipients = reports.flatMap(({ bytes }) => readReport(Buffer.from(bytes).toString('utf8')))
  const originals = ofType(/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)$/)
  const messageIds = originals.flatMap(({ bytes }) => readOriginalIds(bytes))
  const found = recipients.length > 0 ? recipients : readText(email)
  return {
    recipients: found.slice(0, MAX_RECIPIENTS),
    originalMessageIds: [
      ...new Set([...messageIds, ...email.inReplyTo, ...[...email.references].reverse(), ...readQuotedIds(email.text)]),
    ],
  }
}

/** Groups of fields, separated by empty lines: the first is about the message, each other about a recipient. */
function readReport(report: string): BouncedRecipient[] {
  return report
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .slice(0, 1 + 10 * MAX_RECIPIENTS)
    .flatMap((group) => {
      const fields = new Map(readHeaders(Buffer.from(group)).map(({ key, value }) => [key, value]))
      const recipient = fields.get('final-recipient') ?? fields.get('original-recipient')
      const [email] = findAddresses(recipient?.replace(/^[^;]*;/, '') ?? '')
      const action = fields.get('action')?.toLowerCase() ?? 'failed'
      if (!email || !/^(?:failed|delayed)/.test(action)) return []
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
      const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[^;]{0,20};\s*/, '')
      return [{ email, status: status ?? (action === 'delayed' ? '4.0.0' : statusOf(diagnostic)), diagnostic }]
    })
}

function readText(email: ParsedEmail): BouncedRecipient[] {
  const head = email.text.slice(0, 5000)
  const named = headerValues(email, 'x-failed-recipients').flatMap(findAddresses)
  // qmail and others write the address on a line of its own, before the reason.
  const listed = [...head.matchAll(/^\s*<?([^\s<>@]{1,100}@[^\s<>@:]{1,200})>?:?\s*$/gm)].map(([, one = '']) => one)
  const status = statusOf(head)
  const diagnostic = /^.*\b[45]\d\d[ -].*$/m.exec(head)?.[0]?.trim() ?? ''
  return [...new Set([...named, ...listed.flatMap(findAddresses)])].map((address) => ({
    email: address,
    status,
    diagnostic: diagnostic.slice(0, 1000),
  }))
}

/** An enhanced status code, or the class of a reply code. */
function statusOf(text: string): string {
  const enhanced = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1]
  if (enhanced) return enhanced
  return /(?<!\d)4\d\d[ -]/.test(text) ? '4.0.0' : UNKNOWN_FAILURE
}

const readOriginalIds = (bytes: Uint8Array): string[] =>
  readHeaders(bytes)
    .filter(({ key }) => key === 'message-id')
    .flatMap(({ value }) => readMessageIds(value))

/** The headers of the original, below the text. */
const readQuotedIds = (text: string): string[] =>
  [...text.slice(0, 50_000).matchAll(/^>?\s*Message-I[dD]:\s*(<[^<>\s]{1,500}>)/gm)].flatMap(([, id]) =>
    readMessageIds(id),
  )

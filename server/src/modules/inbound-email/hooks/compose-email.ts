import { createHash } from 'node:crypto'
import type { FormFile } from './multipart.ts'

export interface EmailParts {
  /** Raw headers of the original, each `Name: value`. */
  headers: string[]
  text: string
  html: string
  attachments: (Pick<FormFile, 'filename' | 'contentType' | 'bytes'> & { contentId?: string })[]
}

/** Headers that describe the body, which is written anew. */
const BODY_HEADERS = /^(?:content-type|content-transfer-encoding|content-disposition|mime-version)\s*:/i

/** An email from the parts of a provider that does not send the original: everything else then works the same. */
export function composeEmail({ headers, text, html, attachments }: EmailParts): Buffer {
  const kept = headers.map(toLine).filter((line) => line !== '' && !BODY_HEADERS.test(line))
  const parts = [
    ...(text === '' ? [] : [part('text/plain; charset=utf-8', Buffer.from(text))]),
    ...(html === '' ? [] : [part('text/html; charset=utf-8', Buffer.from(html))]),
    ...attachments.map(({ filename, contentType, bytes, contentId }) =>
      part(toType(contentType), bytes, [
        `Content-Disposition: ${contentId ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
        ...(contentId ? [`Content-ID: <${toLine(contentId).replaceAll(/[<>]/g, '')}>`] : []),
      ]),
    ),
  ]
  // The same parts make the same bytes, so that a repeated request is recognized.
  const boundary = `storedesk-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)}`
  // The body is an alternative only if it has both forms; a list of parts reads the same in a ticket.
  const head = [...kept, 'MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${boundary}"`, '']
  return Buffer.from(
    [...head, ...parts.flatMap((one) => [`--${boundary}`, one]), `--${boundary}--`, ''].join('\r\n'),
    'utf8',
  )
}

const part = (type: string, bytes: Uint8Array, headers: string[] = []) =>
  [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...headers,
    '',
    Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ].join('\r\n')

const toType = (type: string) => (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream')

/** A line break in a header would start another header. */
const toLine = (text: string) => text.replaceAll(/[\r\n\0]+\s*/g, ' ').trim()

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'

/** ASCII is a subset of UTF-8. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i
/** For anything else, such as an image, the charset is irrelevant. */
const TEXT_TYPE = /^\s*(text\/|application\/(json|[\w.-]+\+json|x-www-form-urlencoded))/i

/** Bodies are read as UTF-8. Another encoding would be stored as garbage, so it is rejected. */
export function rejectUnsupportedEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => done(findEncodingError(request)))
}

function findEncodingError({ headers }: FastifyRequest): AppError | null {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    const message = 'Send the body uncompressed, without Content-Encoding.'
    return new AppError('unsupported_media_type', message, { headers: { 'accept-encoding': 'identity' } })
  }
  const contentType = headers['content-type'] ?? ''
  const charset = TEXT_TYPE.test(contentType) ? CHARSET.exec(contentType)?.[1] : undefined
  if (charset === undefined || CHARSETS.has(charset.toLowerCase())) return null
  return new AppError('unsupported_media_type', 'Send the body as UTF-8.')
}

/** `%FF` decodes to nothing, and non-ASCII characters must be percent-encoded. */
export function assertReadableQuery(url: string): void {
  const start = url.indexOf('?')
  if (start < 0) return
  const query = url.slice(start)
  if (!NOT_PLAIN.test(query)) return
  try {
    if (NOT_ASCII.test(query)) throw new URIError()
    decodeURIComponent(query)
  } catch {
    throw new AppError('malformed_request', 'The query is not valid percent-encoded UTF-8.')
  }
}

const NOT_ASCII = /[^ -~]/
const NOT_PLAIN = /[^ -$&-~]/

/** The body's media type in lower case, without parameters such as a charset; empty when missing. */
export const mediaTypeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

import type { components } from './generated/api.ts'

type ErrorBody = components['schemas']['Error']['error']

/**
 * A response with an error status or an unexpected body. `code` is for programs, `message` for people, `requestId` for
 * our support.
 *
 * @example
 * try {
 *   await storedesk.get('/v1/events/{id}', { params: { id } })
 * } catch (error) {
 *   if (error instanceof StoredeskError) console.error(error.status, error.code, error.requestId)
 *   else throw error
 * }
 */
export class StoredeskError extends Error {
  override name = 'StoredeskError'
  readonly status: number
  /** `unexpected_response` when the response did not come from the API, such as a proxy's page. */
  readonly code: string
  /** Every error of the request, each with the path of its field. Empty for most codes. */
  readonly details: NonNullable<ErrorBody['details']>
  /** Data of this code, such as the `id` that was not found. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  /** Seconds to wait before retrying, if the server sent them. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Pick<ErrorBody, 'code' | 'message'> & Partial<ErrorBody>) {
    const { code, message, details, requestId, retryAfter, ...fields } = body
    super(message)
    this.status = status
    this.code = code
    this.details = details ?? []
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/**
 * No response, or an incomplete one: the network failed or the call timed out. Whether the server did the work is
 * unknown.
 *
 * @example
 * try {
 *   await storedesk.get('/v1/workspace', { timeoutMs: 2_000 })
 * } catch (error) {
 *   if (error instanceof StoredeskConnectionError && error.kind === 'timeout') showOffline()
 *   else throw error
 * }
 */
export class StoredeskConnectionError extends Error {
  override name = 'StoredeskConnectionError'
  readonly kind: 'network' | 'timeout'

  constructor(kind: 'network' | 'timeout', request: { method: string; url: string }, cause: unknown) {
    // Without the query: messages end up in logs, and a query may name a customer.
    const requestLine = `${request.method} ${request.url.split('?')[0]}`
    super(
      kind === 'timeout' ? `${requestLine} timed out.` : `${requestLine} failed: the connection was refused or lost.`,
      {
        cause,
      },
    )
    this.kind = kind
  }
}

/**
 * Distinguishes our errors from all others, and one code from another.
 *
 * @example
 * const event = await storedesk.get('/v1/events/{id}', { params: { id } }).catch((error: unknown) => {
 *   if (isStoredeskError(error, 'not_found')) return undefined
 *   throw error
 * })
 */
export function isStoredeskError<Code extends string = string>(
  error: unknown,
  code?: Code,
): error is StoredeskError & { readonly code: Code } {
  return error instanceof StoredeskError && (code === undefined || error.code === code)
}

/** `body` is the parsed JSON, or the text when it is not JSON. */
export function errorFrom(response: Response, body: unknown): StoredeskError {
  const retryAfter = secondsOf(response.headers.get('retry-after'))
  const requestId = response.headers.get('x-request-id')
  const headerFields = { ...(retryAfter !== undefined && { retryAfter }), ...(requestId !== null && { requestId }) }
  if (isEnvelope(body)) return new StoredeskError(response.status, { ...body.error, ...headerFields })
  if (isAcpError(body)) {
    const { code, message, param } = body
    const details = param === undefined ? [] : [{ path: param, message }]
    return new StoredeskError(response.status, { code, message, details, ...headerFields })
  }
  return new StoredeskError(response.status, {
    ...headerFields,
    code: 'unexpected_response',
    message: `The ${response.status} response is not from Storedesk: ${excerpt(body)}`,
  })
}

function isEnvelope(body: unknown): body is { error: ErrorBody } {
  const error = (body as { error?: Partial<ErrorBody> } | null | undefined)?.error
  return typeof error?.code === 'string' && typeof error.message === 'string'
}

/** Agentic checkout has the flat error of its protocol, with the JSONPath of one field. */
function isAcpError(body: unknown): body is components['schemas']['AcpError'] {
  const error = body as Partial<components['schemas']['AcpError']> | null | undefined
  return typeof error?.type === 'string' && typeof error.code === 'string' && typeof error.message === 'string'
}

const MAX_EXCERPT = 200

/** The text without tags, so that a reader can tell whose page it is. */
function excerpt(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  const words = text.slice(0, 2_000).replace(/<[^<>]*>/g, ' ')
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_EXCERPT) || 'the body is empty.'
}

/** Our API sends whole seconds; a proxy may send a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

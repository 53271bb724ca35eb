import type { ErrorCode } from '../../kit/errors.ts'
import type { JsonSchema } from './schema-components.ts'

/** Parts that many operations share. The document contains each once, and operations refer to it. */

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description?: string
  schema: JsonSchema
}

export interface Reference {
  $ref: string
}

export const refTo = (section: string, name: string): Reference => ({ $ref: `#/components/${section}/${name}` })

interface CommonError {
  description: string
  code: ErrorCode
  message: string
}

const REQUEST_ID = 'req_6b1f0c9a4d7e42c58a3f9e0d1b2c3a4f'

/** Errors that operations may return in addition to their own responses. */
const ERRORS: Record<string, CommonError> = {
  400: { description: 'The request is not valid.', code: 'invalid_request', message: 'The request is not valid.' },
  401: {
    description: 'The API key is missing or not valid.',
    code: 'unauthorized',
    message: 'Send an API key as "Authorization: Bearer svc_live_…".',
  },
  403: {
    description:
      'The key belongs to another workspace, or its scope does not include this operation (`insufficient_scope`).',
    code: 'insufficient_scope',
    message: 'This key has the scope "read", which does not include this operation.',
  },
  404: {
    description: 'The resource does not exist in this environment.',
    code: 'not_found',
    message: 'No such resource.',
  },
  409: {
    description: 'The request conflicts with the current state.',
    code: 'conflict',
    message: 'The request conflicts with the current state of the resource.',
  },
  412: {
    description: 'The resource has changed since you read it. Nothing was changed.',
    code: 'precondition_failed',
    message: 'The resource has changed since you read it. Read it again, then send its new ETag as If-Match.',
  },
  413: {
    description: 'The body is too large.',
    code: 'body_too_large',
    message: 'The body is too large.',
  },
  415: {
    description: 'The body has a content type, charset or encoding that this operation does not accept.',
    code: 'unsupported_media_type',
    message: 'Send the body as application/json.',
  },
  422: {
    description: 'The request is well formed but can’t be processed.',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for a different request. Use a new one.',
  },
  429: {
    description: 'Too many requests. Wait `Retry-After` seconds.',
    code: 'rate_limit_exceeded',
    message: 'Too many requests. Try again in 12 seconds.',
  },
  503: {
    description: 'Temporarily unavailable. Wait `Retry-After` seconds.',
    code: 'unavailable',
    message: 'Temporarily unavailable. Try again in a few seconds.',
  },
}

const ALWAYS = ['400', '401', '403', '429', '503']

interface Header {
  name: string
  description: string
  schema: JsonSchema
}

/** By the name of the component. */
const RESPONSE_HEADERS = {
  ETag: {
    name: 'ETag',
    description: 'Version of the response. Send it as `If-Match` when you update, or as `If-None-Match` when you read.',
    schema: { type: 'string' },
  },
  RateLimit: {
    name: 'X-RateLimit-Limit',
    description: 'Requests allowed in the current window.',
    schema: { type: 'integer' },
  },
  RateRemaining: {
    name: 'X-RateLimit-Remaining',
    description: 'Requests left in the current window.',
    schema: { type: 'integer' },
  },
  RateReset: {
    name: 'X-RateLimit-Reset',
    description: 'End of the current window, in Unix seconds.',
    schema: { type: 'integer' },
  },
  RequestId: {
    name: 'X-Request-Id',
    description: 'ID of this request in logs. Include it when you contact support.',
    schema: { type: 'string' },
  },
  RetryAfter: { name: 'Retry-After', description: 'Seconds to wait before you retry.', schema: { type: 'integer' } },
} satisfies Record<string, Header>
type HeaderName = keyof typeof RESPONSE_HEADERS

export const HEADERS = Object.fromEntries(
  Object.entries(RESPONSE_HEADERS).map(([name, { name: _, ...header }]) => [name, header]),
)

const headersOf = (...names: HeaderName[]) => ({
  headers: Object.fromEntries(names.map((name) => [RESPONSE_HEADERS[name].name, refTo('headers', name)])),
})

/** Every response has limits and an id; they are listed where clients act on them. */
const HEADERS_BY_STATUS: Record<string, object> = {
  429: headersOf('RateLimit', 'RateRemaining', 'RateReset', 'RequestId', 'RetryAfter'),
  503: headersOf('RequestId', 'RetryAfter'),
}

export const ETAG_HEADERS = headersOf('ETag')

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes retries safe. Use a new value for each request, such as a UUID. Without an API key, it must have at least 16 characters.',
  schema: { type: 'string', maxLength: 255 },
}

export const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of your copy of the response. If it is still current, you get 304 without a body.',
  schema: { type: 'string' },
}

export const CUSTOMER_TOKEN: Parameter = {
  name: 'X-Customer-Token',
  in: 'header',
  description: 'The token of the signed-in customer that the request acts for.',
  schema: { type: 'string' },
}

/** Our own errors are referred to a thousand times, so just by their status. */
const responseName = (schemaName: string, status: string): string =>
  schemaName === 'Error' ? status : `${schemaName}${status}`

const NOT_MODIFIED = { description: 'Your copy is still current.', ...ETAG_HEADERS }

interface ErrorSources {
  method: string
  hasBody: boolean
  parameters: readonly Parameter[]
}

/** References to the errors of an operation, by status. `name`: the name of their schema. */
export function errorReferences(
  name: string,
  { method, hasBody, parameters }: ErrorSources,
): Record<string, Reference> {
  const isRead = method === 'GET'
  const statuses = [
    ...ALWAYS,
    ...(isRead && parameters.every((parameter) => parameter.in !== 'path') ? [] : ['404']),
    ...(isRead ? [] : ['409']),
    ...(isRead || method === 'DELETE' ? [] : ['422']),
    ...(parameters.some((parameter) => parameter.name === 'If-Match') ? ['412'] : []),
    ...(hasBody ? ['413', '415'] : []),
  ]
  return Object.fromEntries(statuses.map((status) => [status, refTo('responses', responseName(name, status))]))
}

export const commonResponses = (errorNames: string[]): Record<string, object> =>
  Object.assign({ NotModified: NOT_MODIFIED }, ...errorNames.map(errorResponses))

/** All error responses with this schema. Only our own format has examples: other protocols document theirs. */
function errorResponses(name: string): Record<string, object> {
  const schema = refTo('schemas', name)
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, { description, ...error }]) => {
      const example = name === 'Error' && { example: { error: { ...error, requestId: REQUEST_ID } } }
      return [
        responseName(name, status),
        { description, ...HEADERS_BY_STATUS[status], content: { 'application/json': { schema, ...example } } },
      ]
    }),
  )
}

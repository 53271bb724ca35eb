import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { AppError, type ErrorCode } from '../../kit/errors.ts'
import { OneOf, Optional } from '../../kit/schema.ts'
import { type SentRequest, toParam, toSentParam } from './error-params.ts'
import { findVersion, isBefore, LATEST, VERSIONS, type Version } from './versions.ts'

interface AcpErrorFields {
  /** The protocol's own code. */
  code: string
  /** JSONPath of the invalid field. */
  param?: string
  supportedVersions?: string[]
}

/** An error for which the protocol has its own code. The status is that of our code. */
export class AcpRequestError extends AppError {
  readonly acpFields: AcpErrorFields

  constructor(code: ErrorCode, message: string, acpFields: AcpErrorFields) {
    super(code, message)
    this.acpFields = acpFields
  }
}

/** No default version: an agent that doesn't send its version would misread the response. */
export function getVersion(request: FastifyRequest): Version {
  const version = findVersion(request)
  if (version) return version
  const supportedVersions = VERSIONS.toReversed()
  const isMissing = request.headers['api-version'] === undefined
  const message = isMissing
    ? `Send the protocol version in the API-Version header, such as ${LATEST}.`
    : `This version is not supported. Use one of ${supportedVersions.join(', ')}.`
  const code = isMissing ? 'missing_api_version' : 'unsupported_api_version'
  throw new AcpRequestError('invalid_request', message, { code, supportedVersions })
}

export const AcpError = Type.Object({
  type: OneOf(['invalid_request', 'request_not_idempotent', 'processing_error', 'service_unavailable'] as const, {
    description: 'The error type; `request_not_idempotent` only before 2026-04-17.',
  }),
  code: Type.String({ examples: ['idempotency_key_required'] }),
  message: Type.String(),
  param: Optional(Type.String({ description: 'JSONPath of the invalid field.', examples: ['$.line_items[0].id'] })),
  supported_versions: Optional(Type.Array(Type.String())),
})
export type AcpError = Static<typeof AcpError>

export const NotCancelable = Type.Object(AcpError.properties, { description: 'The session is completed or canceled.' })

/** Codes that the protocol names differently. */
const CODES: Partial<Record<ErrorCode, string>> = {
  idempotency_key_in_use: 'idempotency_in_flight',
  idempotency_key_reused: 'idempotency_conflict',
  rate_limit_exceeded: 'rate_limited',
}

const IDEMPOTENCY: readonly ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused']

/** The protocol's error is flat, with a single field for the invalid parameter. */
export function toAcpError(error: AppError, _requestId: string, request: FastifyRequest): AcpError {
  const sent = { version: findVersion(request) ?? LATEST, body: request.body }
  const { supportedVersions, ...fields } =
    error instanceof AcpRequestError ? withSentParam(error.acpFields, sent) : toErrorFields(error, sent)
  const [first] = error.details ?? []
  const detail = first && fields.param ? ` ${fields.param} ${first.message}.` : ''
  return {
    type: errorTypeOf(error, sent.version),
    message: error.message + detail,
    ...fields,
    ...(supportedVersions && { supported_versions: supportedVersions }),
  }
}

const withSentParam = ({ param, ...fields }: AcpErrorFields, sent: SentRequest): AcpErrorFields => ({
  ...fields,
  ...(param && { param: toSentParam(param, sent) }),
})

function toErrorFields({ code, details }: AppError, sent: SentRequest): AcpErrorFields {
  const [first] = details ?? []
  const param = first && toParam(first.path, sent)
  return { code: CODES[code] ?? code, ...(param && { param }) }
}

/** Up to 2026-01-30, idempotency errors had their own type. */
function errorTypeOf({ status, code }: AppError, version: Version): AcpError['type'] {
  if (status === 503) return 'service_unavailable'
  if (IDEMPOTENCY.includes(code) && isBefore(version, '2026-04-17')) return 'request_not_idempotent'
  return status >= 500 ? 'processing_error' : 'invalid_request'
}

const ECHOED = /^[\x21-\x7e]{1,255}$/

/** Every response identifies its request, even one rejected before it reached a handler. */
export function echoedHeaders({ headers, id }: FastifyRequest): Record<string, string> {
  const { 'request-id': name, 'idempotency-key': key } = headers
  return {
    'request-id': typeof name === 'string' && ECHOED.test(name) ? name : id,
    ...(typeof key === 'string' && ECHOED.test(key) && { 'idempotency-key': key }),
  }
}

import { type Static, Type } from 'typebox'
import { AppError, type ErrorCode } from '../../kit/errors.ts'
import { Given, OneOf } from '../../kit/schema.ts'

interface Said {
  /** The protocol's own code. */
  code: string
  /** JSONPath of what is wrong. */
  param?: string
  supportedVersions?: string[]
}

/** A refusal for which the protocol has a code of its own. The status is that of our code. */
export class AcpRefusal extends AppError {
  readonly said: Said

  constructor(code: ErrorCode, message: string, said: Said) {
    super(code, message)
    this.said = said
  }
}

export const AcpError = Type.Object({
  type: OneOf(['invalid_request', 'processing_error', 'service_unavailable'] as const),
  code: Type.String({ examples: ['idempotency_key_required'] }),
  message: Type.String(),
  param: Given(Type.String({ description: 'JSONPath of what is wrong.', examples: ['$.line_items[0].id'] })),
  supported_versions: Given(Type.Array(Type.String())),
})
export type AcpError = Static<typeof AcpError>

export const NotCancelable = Type.Object(AcpError.properties, { description: 'It is completed or canceled.' })

/** Where the protocol calls it something else than we do. */
const CODES: Partial<Record<ErrorCode, string>> = {
  idempotency_key_in_use: 'idempotency_in_flight',
  idempotency_key_reused: 'idempotency_conflict',
  rate_limit_exceeded: 'rate_limited',
}

/** The protocol's error is flat, and has one field in which to say what is wrong. */
export function toAcpError(error: AppError): AcpError {
  const { supportedVersions, ...said } = error instanceof AcpRefusal ? error.said : saidBy(error)
  const [first] = error.details ?? []
  const message = first ? `${error.message} ${first.path} ${first.message}.` : error.message
  const type = typeOf(error)
  return { type, message, ...said, ...(supportedVersions && { supported_versions: supportedVersions }) }
}

function saidBy({ code, details }: AppError): Said {
  const [first] = details ?? []
  return { code: CODES[code] ?? code, ...(first && { param: jsonPath(first.path) }) }
}

function typeOf({ status }: AppError): AcpError['type'] {
  if (status === 503) return 'service_unavailable'
  return status >= 500 ? 'processing_error' : 'invalid_request'
}

/** Where our own fields stand in the protocol's requests. */
const ELSEWHERE: Record<string, string> = {
  '/paymentMethod': '$.payment_data.instrument.credential.token',
  '/email': '$.buyer.email',
  '/shippingAddress': '$.fulfillment_details.address',
  '/shipping': '$.selected_fulfillment_options',
  '/items': '$.line_items',
}

/** `/line_items/0/id` is `$.line_items[0].id`. */
export const jsonPath = (pointer: string): string =>
  ELSEWHERE[pointer] ??
  `$${pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')}`

import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import { AppError, type ErrorCode, type ErrorDetail, invalidRequest, MAX_DETAILS, unavailable } from '../kit/errors.ts'
import { LINE_PATTERN, NAME_PATTERN } from '../kit/schema.ts'
import { MAX_PART_LENGTH } from './path-table.ts'

/** What Fastify says of a request, in our words. Its other codes are faults of ours and become 500. */
const FRAMEWORK: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['malformed_request', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', `A part of the path may have at most ${MAX_PART_LENGTH} characters.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty, but Content-Type says it is JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body is not as long as Content-Length says.'],
}

/** What the plugins that serve files refuse. */
const REFUSED_BY_PLUGINS: Record<number, [ErrorCode, string]> = {
  400: ['malformed_request', 'The request is not valid.'],
  403: ['not_found', 'There is nothing at this address.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This address does not have this method.'],
  412: ['precondition_failed', 'It has changed meanwhile.'],
  416: ['range_not_satisfiable', 'There is no such part of it.'],
}

/** Connection lost, shutting down, starting up, read-only, too many connections, disk full, a lock or statement that took too long. */
const DATABASE_AWAY =
  /^(08...|57P0[1-3]|57014|53...|55P03|25P03|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** `pg` reports these without a code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/
/** Text that PostgreSQL can't hold: a NUL character or half of a surrogate pair. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/
/** A moment before the calendar begins or after it ends. */
const UNSTORABLE_TIME = /^(22007|22008)$/

const MEGABYTE = 1_048_576

/** `bodyLimit` is that of the route, in bytes. */
export function toAppError(error: unknown, bodyLimit = 0): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return internal(error)

  const { code, validation, validationContext } = error as Partial<FastifyError>
  if (validation) return invalid(validation, validationContext)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const most = bodyLimit < MEGABYTE ? `${Math.floor(bodyLimit / 1024)} kB` : `${Math.floor(bodyLimit / MEGABYTE)} MB`
    return new AppError('body_too_large', `The body may have at most ${most}.`, { cause: error })
  }
  const framework = FRAMEWORK[code ?? '']
  if (framework) return new AppError(...framework, { cause: error })
  const byStatus = REFUSED_BY_PLUGINS[(error as Partial<FastifyError>).statusCode ?? 0]
  if (byStatus) return new AppError(...byStatus, { cause: error })
  if (UNSTORABLE_TEXT.test(code ?? '')) return invalidRequest('A text holds a character that can not be stored.')
  if (UNSTORABLE_TIME.test(code ?? '')) return invalidRequest('A time is outside of what can be stored.')
  if (DATABASE_AWAY.test(code ?? '') || CONNECTION_LOST.test(error.message)) return unavailable(error)
  return internal(error)
}

const internal = (cause: unknown) =>
  new AppError('internal_error', 'Something went wrong on our side. The request id helps us to find it.', { cause })

/** An id of the wrong shape names nothing: 404, as for any other id that does not exist. One that is too long can't be anybody's. */
function invalid(validation: FastifySchemaValidationError[], part: string | undefined): AppError {
  if (part === 'params') {
    const most = validation.find(({ keyword }) => keyword === 'maxLength')?.params.limit
    const why = most === undefined ? '' : `: none has more than ${most} characters`
    return new AppError('not_found', `There is nothing with this id${why}.`)
  }
  if (part !== 'querystring') return invalidRequest(`The ${part} is not valid.`, toDetails(validation))
  return invalidRequest('The query is not valid.', told(validation).map(withKnownFilters))
}

/** Two rules that say the same of a field are one fault. */
export function toDetails(faults: FastifySchemaValidationError[]): ErrorDetail[] {
  const details = told(faults).map(toDetail)
  return [...new Map(details.map((detail) => [`${detail.path} ${detail.message}`, detail])).values()]
}

interface Shape {
  type?: unknown
  const?: unknown
  properties?: Record<string, Shape>
  oneOf?: Shape[]
  /** What a value that does not have the form is told, in place of the form itself. */
  errorMessage?: string
  examples?: unknown[]
}

interface Fault extends FastifySchemaValidationError {
  schema?: unknown
  data?: unknown
  parentSchema?: Shape
}

const told = (faults: Fault[]): Fault[] => faults.filter((fault) => !saysOnlyNull(fault)).slice(0, MAX_DETAILS)

/** Of "this, or null" the faults of "this" say what to do: that it is not null either helps nobody. */
function saysOnlyNull({ keyword, params, schemaPath, schema }: Fault): boolean {
  if (keyword === 'type') return params.type === 'null' && /\/anyOf\/\d+\/type$/.test(schemaPath)
  return keyword === 'anyOf' && Array.isArray(schema) && schema.some(({ type }: Shape) => type === 'null')
}

/** A wrong filter is answered with the right ones. */
function withKnownFilters(fault: Fault): ErrorDetail {
  const { path, message } = toDetail(fault)
  const known = fault.keyword === 'additionalProperties' ? Object.keys(fault.parentSchema?.properties ?? {}) : []
  return { path, message: known.length > 0 ? `${message}; known are ${known.join(', ')}` : message }
}

function toDetail({ instancePath, keyword, params, message, parentSchema, data }: Fault): ErrorDetail {
  if (keyword === 'additionalProperties') {
    return { path: `${instancePath}/${params.additionalProperty}`, message: 'is not a known field' }
  }
  if (keyword === 'required') return { path: `${instancePath}/${params.missingProperty}`, message: 'is required' }
  if (keyword === 'enum') {
    return { path: instancePath, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  }
  if (keyword === 'discriminator') {
    const tag = `${params.tag}`
    const kinds = (parentSchema?.oneOf ?? []).map(({ properties }) => properties?.[tag]?.const)
    return { path: `${instancePath}/${tag}`, message: `must be one of ${kinds.join(', ')}` }
  }
  const form = keyword === 'pattern' || keyword === 'format' ? formOf(params, parentSchema, data) : undefined
  return { path: instancePath, message: form ?? message ?? 'is not valid' }
}

/** A regular expression is for programs; people are told what it asks for, or shown one that has it. */
function formOf(params: Fault['params'], schema: Fault['parentSchema'], data: unknown): string | undefined {
  if (schema?.errorMessage) return schema.errorMessage
  if (params.pattern === '\\S') return 'must not be empty'
  if (params.pattern === NAME_PATTERN || params.pattern === LINE_PATTERN) {
    return String(data).trim() === '' ? 'must not be empty' : 'must be a single line without control characters'
  }
  const [example] = schema?.examples ?? []
  return example === undefined ? undefined : `must look like ${example}`
}

import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  invalidRequest,
  MAX_DETAILS,
  unavailable,
} from '../../kit/errors.ts'
import { LINE_PATTERN, NAME_PATTERN } from '../../kit/schema.ts'
import { MAX_SEGMENT_LENGTH } from '../path-table.ts'

/** Fastify's errors about a request, as ours. Its other codes are bugs of ours and become 500. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['malformed_request', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', `A part of the path may have at most ${MAX_SEGMENT_LENGTH} characters.`],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty, but Content-Type says it is JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body is not as long as Content-Length says.'],
}

/** Errors of the plugins that serve files. */
const PLUGIN_ERRORS: Record<number, [ErrorCode, string]> = {
  400: ['malformed_request', 'The request is not valid.'],
  403: ['not_found', 'There is nothing at this address.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This address does not have this method.'],
  412: ['precondition_failed', 'It has changed meanwhile.'],
  416: ['range_not_satisfiable', 'There is no such part of it.'],
}

/**
 * Connection lost, shutting down, starting up, read-only, too many connections, disk full, a lock or statement that
 * took too long.
 */
const DATABASE_UNAVAILABLE =
  /^(08...|57P0[1-3]|57014|53...|55P03|25P03|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** `pg` reports these without a code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/
/** Text that PostgreSQL can't store: a NUL character or half of a surrogate pair. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/
/** A time before the calendar begins or after it ends. */
const UNSTORABLE_TIME = /^(22007|22008)$/

const MEGABYTE = 1_048_576

/** `bodyLimit` is the route's limit, in bytes. */
export function toAppError(error: unknown, bodyLimit = 0): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return internalError(error)

  const { code, validation, validationContext } = error as Partial<FastifyError>
  if (validation) return toInvalidRequest(validation, validationContext)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const max = bodyLimit < MEGABYTE ? `${Math.floor(bodyLimit / 1024)} kB` : `${Math.floor(bodyLimit / MEGABYTE)} MB`
    return new AppError('body_too_large', `The body may have at most ${max}.`, { cause: error })
  }
  const frameworkError = FRAMEWORK_ERRORS[code ?? '']
  if (frameworkError) return new AppError(...frameworkError, { cause: error })
  const byStatus = PLUGIN_ERRORS[(error as Partial<FastifyError>).statusCode ?? 0]
  if (byStatus) return new AppError(...byStatus, { cause: error })
  if (UNSTORABLE_TEXT.test(code ?? '')) return invalidRequest('A text holds a character that can not be stored.')
  if (UNSTORABLE_TIME.test(code ?? '')) return invalidRequest('A time is outside of what can be stored.')
  if (DATABASE_UNAVAILABLE.test(code ?? '') || CONNECTION_LOST.test(error.message)) return unavailable(error)
  return internalError(error)
}

const internalError = (cause: unknown) =>
  new AppError('internal_error', 'Something went wrong on our side. The request id helps us to find it.', { cause })

/** A malformed id matches nothing: 404, as for any other id that does not exist. One that is too long can't exist. */
function toInvalidRequest(validation: FastifySchemaValidationError[], httpPart: string | undefined): AppError {
  if (httpPart === 'params') {
    const max = validation.find(({ keyword }) => keyword === 'maxLength')?.params.limit
    const reason = max === undefined ? '' : `: none has more than ${max} characters`
    return new AppError('not_found', `There is nothing with this id${reason}.`)
  }
  if (httpPart !== 'querystring') return invalidRequest(`The ${httpPart} is not valid.`, toErrorDetails(validation))
  return invalidRequest('The query is not valid.', reportableErrors(validation).map(withAllowedFilters))
}

/** Two rules with the same message for a field are one error. */
export function toErrorDetails(errors: FastifySchemaValidationError[]): ErrorDetail[] {
  const details = reportableErrors(errors).map(toErrorDetail)
  return [...new Map(details.map((detail) => [`${detail.path} ${detail.message}`, detail])).values()]
}

interface Shape {
  type?: unknown
  const?: unknown
  properties?: Record<string, Shape>
  oneOf?: Shape[]
  /** Shown instead of the pattern when a value does not match. */
  errorMessage?: string
  examples?: unknown[]
}

interface ValidationError extends FastifySchemaValidationError {
  schema?: unknown
  data?: unknown
  parentSchema?: Shape
}

const reportableErrors = (errors: ValidationError[]): ValidationError[] =>
  errors.filter((error) => !isNullAlternative(error)).slice(0, MAX_DETAILS)

/** For "this, or null" the errors of "this" are useful: that it is not null either helps nobody. */
function isNullAlternative({ keyword, params, schemaPath, schema }: ValidationError): boolean {
  if (keyword === 'type') return params.type === 'null' && /\/anyOf\/\d+\/type$/.test(schemaPath)
  return keyword === 'anyOf' && Array.isArray(schema) && schema.some(({ type }: Shape) => type === 'null')
}

/** An unknown filter is answered with the known ones. */
function withAllowedFilters(error: ValidationError): ErrorDetail {
  const { path, message } = toErrorDetail(error)
  const allowed = error.keyword === 'additionalProperties' ? Object.keys(error.parentSchema?.properties ?? {}) : []
  return { path, message: allowed.length > 0 ? `${message}; known are ${allowed.join(', ')}` : message }
}

function toErrorDetail({ instancePath, keyword, params, message, parentSchema, data }: ValidationError): ErrorDetail {
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
  const formatMessage =
    keyword === 'pattern' || keyword === 'format' ? describeFormat(params, parentSchema, data) : undefined
  return { path: instancePath, message: formatMessage ?? message ?? 'is not valid' }
}

/** A regular expression is for programs; people get a description or an example. */
function describeFormat(
  params: ValidationError['params'],
  schema: ValidationError['parentSchema'],
  data: unknown,
): string | undefined {
  if (schema?.errorMessage) return schema.errorMessage
  if (params.pattern === '\\S') return 'must not be empty'
  if (params.pattern === NAME_PATTERN || params.pattern === LINE_PATTERN) {
    return String(data).trim() === '' ? 'must not be empty' : 'must be a single line without control characters'
  }
  const [example] = schema?.examples ?? []
  return example === undefined ? undefined : `must look like ${example}`
}

import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  invalidRequest,
  MAX_DETAILS,
  unavailable,
} from '../../kit/errors.ts'
import { MAX_SEGMENT_LENGTH } from '../path-table.ts'
import { describeFormat, EMPTY } from './format-messages.ts'

/** Fastify's errors about a request, as ours. Its other codes are bugs of ours and become 500. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['malformed_request', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: [
    'uri_too_long',
    `Each segment of the path must have at most ${MAX_SEGMENT_LENGTH} characters.`,
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_request', 'The body is empty. Send JSON, or omit Content-Type.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The length of the body does not match Content-Length.'],
}

/** Errors of the plugins that serve files. */
const PLUGIN_ERRORS: Record<number, [ErrorCode, string]> = {
  400: ['malformed_request', 'The request is not valid.'],
  403: ['not_found', 'No such file.'],
  404: ['not_found', 'No such file.'],
  405: ['method_not_allowed', 'This URL does not support this method.'],
  412: ['precondition_failed', 'The file has changed since you read it.'],
  416: ['range_not_satisfiable', 'The requested range is outside the file.'],
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
    return new AppError('body_too_large', `The body must have at most ${max}.`, {
      fields: { maxBytes: bodyLimit },
      cause: error,
    })
  }
  const frameworkError = FRAMEWORK_ERRORS[code ?? '']
  if (frameworkError) return new AppError(...frameworkError, { cause: error })
  const byStatus = PLUGIN_ERRORS[(error as Partial<FastifyError>).statusCode ?? 0]
  if (byStatus) return new AppError(...byStatus, { cause: error })
  if (UNSTORABLE_TEXT.test(code ?? '')) return invalidRequest('A string contains a character that can’t be stored.')
  if (UNSTORABLE_TIME.test(code ?? '')) return invalidRequest('A date is out of range.')
  if (DATABASE_UNAVAILABLE.test(code ?? '') || CONNECTION_LOST.test(error.message)) return unavailable(error)
  return internalError(error)
}

const internalError = (cause: unknown) =>
  new AppError('internal_error', 'Internal error. If it persists, contact support with the request ID.', { cause })

/** A malformed id matches nothing: 404, as for any other id that does not exist. One that is too long can't exist. */
function toInvalidRequest(validation: FastifySchemaValidationError[], httpPart: string | undefined): AppError {
  if (httpPart === 'params') {
    const max = validation.find(({ keyword }) => keyword === 'maxLength')?.params.limit
    const reason = max === undefined ? '' : `: IDs have at most ${max} characters`
    return new AppError('not_found', `Nothing has this ID${reason}.`)
  }
  if (httpPart !== 'querystring') return invalidRequest(`The ${httpPart} is not valid.`, toErrorDetails(validation))
  return invalidRequest('The query is not valid.', reportableErrors(validation).map(withKnownFields))
}

/** Two rules with the same message for a field are one error, and an empty field has no others. */
export function toErrorDetails(errors: FastifySchemaValidationError[]): ErrorDetail[] {
  const described = new Set<string>()
  const details = reportableErrors(errors).map((error) => {
    // Once per object: nobody reads the same list five times.
    if (error.keyword !== 'additionalProperties' || described.has(error.instancePath)) return toErrorDetail(error)
    described.add(error.instancePath)
    return withKnownFields(error)
  })
  const emptyPaths = new Set(details.filter(({ message }) => message === EMPTY).map(({ path }) => path))
  const useful = details.filter(({ path, message }) => message === EMPTY || !emptyPaths.has(path))
  return [...new Map(useful.map((detail) => [`${detail.path} ${detail.message}`, detail])).values()]
}

interface Shape {
  type?: unknown
  const?: unknown
  properties?: Record<string, Shape>
  oneOf?: Shape[]
  pattern?: string
  format?: string
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

/** An unknown field or filter is answered with the known ones. */
function withKnownFields(error: ValidationError): ErrorDetail {
  const { path, message } = toErrorDetail(error)
  const allowed = error.keyword === 'additionalProperties' ? Object.keys(error.parentSchema?.properties ?? {}) : []
  if (allowed.length === 0) return { path, message }
  return { path, message: `${message}; known fields: ${allowed.join(', ')}`, allowed }
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
  return { path: instancePath, message: describe(keyword, params, parentSchema, data) ?? message ?? 'is not valid' }
}

type Params = ValidationError['params']

function describe(keyword: string, params: Params, schema: Shape | undefined, data: unknown): string | undefined {
  if (keyword === 'pattern' || keyword === 'format') return describeFormat(schema ?? {}, data)
  if (keyword === 'type' && schema?.errorMessage) return schema.errorMessage
  return KEYWORD_MESSAGES[keyword]?.(params)
}

const count = (limit: unknown, noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`

const atLeast = (noun: string) => (params: Params) =>
  params.limit === 1 ? EMPTY : `must have at least ${count(params.limit, noun)}`

const atMost = (noun: string) => (params: Params) => `must have at most ${count(params.limit, noun)}`

const withArticle = (type: string) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)

/** The validator's own messages are for programs: "must NOT have fewer than 1 characters". */
export const KEYWORD_MESSAGES: Record<string, (params: Params) => string> = {
  type: ({ type }) => `must be ${[type].flat().map(String).map(withArticle).join(' or ')}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('item'),
  maxItems: atMost('item'),
  minProperties: ({ limit }) => `must have at least ${count(limit, 'field')}`,
  maxProperties: atMost('field'),
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  uniqueItems: ({ i, j }) => `must not contain duplicates: items ${j} and ${i} are equal`,
  anyOf: () => 'must have one of the documented forms',
  oneOf: () => 'must have exactly one of the documented forms',
}

import { createHash } from 'node:crypto'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorDetail } from '../../kit/errors.ts'
import { lazy, prepareEarly } from '../../kit/lazy.ts'
import { toErrorDetails } from '../responses/error-mapping.ts'
import { closeObjects } from '../routes.ts'

const commonOptions = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  discriminator: true,
  // Each error includes its schema, which may have a message for people.
  verbose: true,
} as const
const ajvs = {
  body: { first: new Ajv({ ...commonOptions, allErrors: false }), all: new Ajv(commonOptions) },
  url: {
    first: new Ajv({ ...commonOptions, coerceTypes: 'array', allErrors: false }),
    all: new Ajv({ ...commonOptions, coerceTypes: 'array' }),
  },
}
for (const ajv of Object.values(ajvs).flatMap((both) => Object.values(both))) addFormats.default(ajv)

/** Whether a value is valid; leaves the reasons in `errors`. */
type SchemaValidator = ((value: unknown) => boolean) & Pick<ValidateFunction, 'errors'>

interface CachedValidator {
  validate: SchemaValidator
  compile: () => unknown
}

const validators = { body: new Map<string, CachedValidator>(), url: new Map<string, CachedValidator>() }

/**
 * Bodies are validated as they are; URL values are text and are coerced to the schema's type. Each schema is compiled
 * once per process: the same routes are mounted for keys, for staff and on the storefront listener. And only on first
 * use, since all of them together take a fifth of a start and a fifth of the memory; those of an app that
 * `warmsUp` soon after the start.
 */
export function useStrictValidation(app: FastifyInstance, { warmsUp }: { warmsUp: boolean }): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => {
    const { validate, compile } = findValidator(schema, httpPart)
    if (warmsUp) prepareEarly(compile)
    return validate
  })
}

export const compileValidator = (schema: object, httpPart: string | undefined): SchemaValidator =>
  findValidator(schema, httpPart).validate

function findValidator(schema: object, httpPart: string | undefined): CachedValidator {
  const part = httpPart === 'body' ? 'body' : 'url'
  const key = schemaKeyOf(schema)
  const cached = validators[part].get(key)
  if (cached) return cached
  const compile = lazy(() => compileBoth(schema, part))
  const validate: SchemaValidator = (value) => {
    const errors = compile()(value)
    validate.errors = errors
    return errors === null
  }
  const validator = { validate, compile }
  validators[part].set(key, validator)
  return validator
}

/**
 * Maximum number of names and values in a body for which all errors are reported: an error takes a microsecond, and a
 * million of them the memory too.
 */
const MAX_VALUES = 2000

/**
 * Reports the first error of any body, and all errors of small ones. Most bodies have none, so the validator for all
 * errors is compiled only when needed.
 */
function compileBoth(
  schema: object,
  part: keyof typeof ajvs,
): (value: unknown) => NonNullable<SchemaValidator['errors']> | null {
  const validateFirst = ajvs[part].first.compile(schema)
  let validateAll: ValidateFunction | undefined
  return (value) => {
    if (validateFirst(value)) return null
    if (!hasAtMost(MAX_VALUES, value)) return validateFirst.errors ?? []
    validateAll ??= ajvs[part].all.compile(schema)
    validateAll(value)
    return validateAll.errors ?? []
  }
}

/** Stops counting at the limit. */
function hasAtMost(max: number, value: unknown): boolean {
  const pending: unknown[] = [value]
  let count = 0
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += children.length
    if (count > max) return false
    pending.push(...children)
  }
  return true
}

/** For items of a list that are rejected individually. */
export function createValidator(schema: TSchema): (value: unknown) => ErrorDetail[] {
  const compile = lazy(() => compileBoth(closeObjects(schema), 'body'))
  return (value) => toErrorDetails((compile()(value) ?? []) as FastifySchemaValidationError[])
}

const schemaKeys = new WeakMap<object, string>()

/** Cache key of a compiled schema. Every mount asks for the same object, so it is computed once. A hash: texts took 10 MB. */
export function schemaKeyOf(schema: object): string {
  let key = schemaKeys.get(schema)
  if (key === undefined) {
    key = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
    schemaKeys.set(schema, key)
  }
  return key
}

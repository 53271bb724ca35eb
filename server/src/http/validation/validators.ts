import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorDetail } from '../../kit/errors.ts'
import { lazy } from '../../kit/lazy.ts'
import { toErrorDetails } from '../responses/error-mapping.ts'
import { closeObjects } from '../routes.ts'

const commonOptions = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  discriminator: true,
  // With each fault its schema, which may say in words what it wants.
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

/** Tells whether a value fits, and leaves in `errors` why not. */
type SchemaValidator = ((value: unknown) => boolean) & Pick<ValidateFunction, 'errors'>

const validators = { body: new Map<string, SchemaValidator>(), url: new Map<string, SchemaValidator>() }

/**
 * Bodies are taken as they are; what comes in a URL is text and is read as the type that the schema asks for. Each schema is
 * compiled once a process: the same routes are mounted for keys, for staff and on the storefront address. And not before
 * its first use, since all of them together take a fifth of a start.
 */
export function useStrictValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => compileValidator(schema, httpPart))
}

export function compileValidator(schema: object, httpPart: string | undefined): SchemaValidator {
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
  validators[part].set(key, validate)
  return validate
}

/** Names and values in a body all of whose faults are told: a fault takes a microsecond, and a million of them the memory too. */
const MAX_VALUES = 2000

/**
 * The first fault of anything, and all faults of what is small. Most bodies have none, so the check that goes on after the first
 * is compiled only when there is one.
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

/** Counts no further than it must. */
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

/** For what comes among many and is refused alone. */
export function createValidator(schema: TSchema): (value: unknown) => ErrorDetail[] {
  const compile = lazy(() => compileBoth(closeObjects(schema), 'body'))
  return (value) => toErrorDetails((compile()(value) ?? []) as FastifySchemaValidationError[])
}

const schemaKeys = new WeakMap<object, string>()

/** What a compiled schema is known by. The same object is asked for with every mount of its routes, so it is written once. */
export function schemaKeyOf(schema: object): string {
  let key = schemaKeys.get(schema)
  if (key === undefined) {
    key = JSON.stringify(schema)
    schemaKeys.set(schema, key)
  }
  return key
}

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorDetail } from '../kit/errors.ts'
import { later } from '../kit/later.ts'
import { toDetails } from './errors.ts'
import { closeObjects } from './routes.ts'
import { textOf } from './schema-text.ts'

const common = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  discriminator: true,
  // With each fault its schema, which may say in words what it wants.
  verbose: true,
} as const
const ajvs = {
  body: { first: new Ajv({ ...common, allErrors: false }), all: new Ajv(common) },
  url: {
    first: new Ajv({ ...common, coerceTypes: 'array', allErrors: false }),
    all: new Ajv({ ...common, coerceTypes: 'array' }),
  },
}
for (const ajv of Object.values(ajvs).flatMap((both) => Object.values(both))) addFormats.default(ajv)

/** Tells whether a value fits, and leaves in `errors` why not. */
type Validate = ((value: unknown) => boolean) & Pick<ValidateFunction, 'errors'>

const compiled = { body: new Map<string, Validate>(), url: new Map<string, Validate>() }

/**
 * Bodies are taken as they are; what comes in a URL is text and is read as the type that the schema asks for. Each schema is
 * compiled once a process: the same routes are mounted for keys, for staff and on the storefront address. And not before
 * its first use, since all of them together take a fifth of a start.
 */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => validatorOf(schema, httpPart))
}

export function validatorOf(schema: object, httpPart: string | undefined): Validate {
  const part = httpPart === 'body' ? 'body' : 'url'
  const text = textOf(schema)
  const known = compiled[part].get(text)
  if (known) return known
  const compile = later(() => compileBoth(schema, part))
  const validate: Validate = (value) => {
    const faults = compile()(value)
    validate.errors = faults
    return faults === null
  }
  compiled[part].set(text, validate)
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
): (value: unknown) => NonNullable<Validate['errors']> | null {
  const findFirst = ajvs[part].first.compile(schema)
  let findAll: ValidateFunction | undefined
  return (value) => {
    if (findFirst(value)) return null
    if (!hasAtMost(MAX_VALUES, value)) return findFirst.errors ?? []
    findAll ??= ajvs[part].all.compile(schema)
    findAll(value)
    return findAll.errors ?? []
  }
}

/** Counts no further than it must. */
function hasAtMost(most: number, value: unknown): boolean {
  const open: unknown[] = [value]
  let count = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += inner.length
    if (count > most) return false
    open.push(...inner)
  }
  return true
}

/** For what comes among many and is refused alone. */
export function checkerOf(schema: TSchema): (value: unknown) => ErrorDetail[] {
  const compile = later(() => compileBoth(closeObjects(schema), 'body'))
  return (value) => toDetails((compile()(value) ?? []) as FastifySchemaValidationError[])
}

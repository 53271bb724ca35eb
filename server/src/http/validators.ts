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
const forBodies = new Ajv(common)
const forUrls = new Ajv({ ...common, coerceTypes: 'array' })
const forFirstFaults = new Ajv({ ...common, allErrors: false })
for (const ajv of [forBodies, forUrls, forFirstFaults]) addFormats.default(ajv)

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
  const compile = later(() => (part === 'body' ? forBodies : forUrls).compile(schema))
  const validate: Validate = (value) => {
    const check = compile()
    const fits = check(value)
    validate.errors = check.errors ?? null
    return fits
  }
  compiled[part].set(text, validate)
  return validate
}

/** As large as a body may be that is checked whole: a fault is an object, and a million of them would fill the memory. */
const MAX_LENGTH_FOR_ALL = 1_048_576

/** For what comes among many and is refused alone: what is wrong with it, all of it at once unless it is huge. */
export function checkerOf(schema: TSchema): (value: unknown) => ErrorDetail[] {
  const closed = closeObjects(schema)
  const compile = later(() => [forFirstFaults.compile(closed), forBodies.compile(closed)] as const)
  return (value) => {
    const [findFirst, findAll] = compile()
    if (findFirst(value)) return []
    const isHuge = JSON.stringify(value).length > MAX_LENGTH_FOR_ALL
    if (!isHuge) findAll(value)
    return toDetails(((isHuge ? findFirst : findAll).errors ?? []) as FastifySchemaValidationError[])
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, type TestContext } from 'vitest'

/** The protocol's own schemas and examples live outside the repository: we may not redistribute them. */
const FOLDER = new URL('../../../shared/fixtures/acp/', import.meta.url)

export const EXAMPLES = new URL('examples/', FOLDER)

/**
 * Skips the test with a reason when the fixtures are missing; under `CI=true`, where a skip would go unnoticed, it
 * fails.
 */
export function requireFixtures({ skip }: TestContext): void {
  if (existsSync(FOLDER)) return
  const reason = 'The ACP schemas are not in ../shared/fixtures/acp: put them there to run this test.'
  if (process.env.CI) throw new Error(reason)
  skip(reason)
}

// biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
export const readExample = (name: string): any => JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'))

const bundles = new Map<string, Ajv2020>()

function schemasOf(version: string): Ajv2020 {
  const cached = bundles.get(version)
  if (cached) return cached
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const name of ['agentic_checkout', 'delegate_payment']) {
    const path = new URL(`spec/${version}/json-schema/schema.${name}.json`, FOLDER)
    ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')), name)
  }
  bundles.set(version, ajv)
  return ajv
}

/** Whether the fixtures include schemas of this version. */
export const hasSchemas = (version: string): boolean => existsSync(new URL(`spec/${version}/json-schema`, FOLDER))

interface SchemaSelector {
  version?: string
  of?: string
}

/** Validation errors, as the schema reports them. */
export function listSchemaErrors(
  value: unknown,
  shape: string,
  { version = '2026-04-17', of = 'agentic_checkout' }: SchemaSelector = {},
) {
  const validate = schemasOf(version).getSchema(`${of}#/$defs/${shape}`) as ValidateFunction | undefined
  if (!validate) throw new Error(`ACP ${version} has no ${shape}`)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message, params }) => ({ instancePath, message, params }))
}

/** Fails with the validation errors. */
export function expectValid(value: unknown, shape: string, selector: SchemaSelector = {}) {
  const errors = listSchemaErrors(value, shape, selector)
  expect({ shape, faults: errors, value: errors.length > 0 ? value : undefined }).toEqual({
    shape,
    faults: [],
    value: undefined,
  })
}

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

const common = { allErrors: true, removeAdditional: false, useDefaults: true, strict: false } as const
const forBodies = new Ajv(common)
const forUrls = new Ajv({ ...common, coerceTypes: 'array', verbose: true })
for (const ajv of [forBodies, forUrls]) addFormats.default(ajv)

const compiled = { body: new Map<string, ValidateFunction>(), url: new Map<string, ValidateFunction>() }

/**
 * Bodies are taken as they are; what comes in a URL is text and is read as the type that the schema asks for. Each schema is
 * compiled once a process: the same routes are mounted for keys, for staff and on the storefront address.
 */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => {
    const part = httpPart === 'body' ? 'body' : 'url'
    const text = JSON.stringify(schema)
    const known = compiled[part].get(text)
    if (known) return known
    const made = (part === 'body' ? forBodies : forUrls).compile(schema)
    compiled[part].set(text, made)
    return made
  })
}

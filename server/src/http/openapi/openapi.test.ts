import { spawnSync } from 'node:child_process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { sharedServer } from '../../../test/open-server.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { apiSchemas } from '../../api-schemas.ts'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { toPortablePattern } from './schema-components.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: object[]
  parameters?: ({ $ref: string } | { name: string; schema: Json })[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json; example?: unknown }> }>
}
interface Document {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'parameters' | 'responses' | 'headers', Record<string, Json>>
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

async function readDocument() {
  const server = await sharedServer()
  const response = await fetch(`${server.url}/openapi.json`)
  const text = await response.text()
  const document = JSON.parse(text) as Document
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return { server, response, text, document, operations, schemas: schemasOf(document) }
}

/** Every schema in the document, nested ones included, with its path. */
function schemasOf({ paths, components }: Document): [path: string, schema: Json][] {
  const schemas: [string, Json][] = []
  const visit = (path: string, schema: unknown): void => {
    if (!isObject(schema)) return
    schemas.push([path, schema])
    for (const keyword of ['items', 'additionalProperties', 'propertyNames'])
      visit(`${path}/${keyword}`, schema[keyword])
    for (const [name, property] of Object.entries(schema.properties ?? {})) visit(`${path}.${name}`, property)
    for (const keyword of ['anyOf', 'oneOf']) {
      for (const [at, part] of ((schema[keyword] ?? []) as unknown[]).entries()) visit(`${path}/${keyword}/${at}`, part)
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) visit(name, schema)
  for (const [name, { schema }] of Object.entries(components.parameters)) visit(name, schema)
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { operationId, parameters = [], requestBody, responses } = operation
    for (const parameter of parameters) if ('schema' in parameter) visit(operationId, parameter.schema)
    for (const part of [requestBody, ...Object.values(responses)]) {
      for (const { schema } of Object.values(part?.content ?? {})) visit(operationId, schema)
    }
  }
  return schemas
}

const KEYWORDS = new Set([
  ...['$ref', 'type', 'enum', 'const', 'format', 'pattern', 'properties', 'required', 'additionalProperties'],
  ...['propertyNames', 'minProperties', 'maxProperties', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'anyOf', 'oneOf', 'discriminator'],
  ...['default', 'description', 'examples'],
])

describe('the OpenAPI document', () => {
  it('is minified, below 2.5 kB per operation, and has an ETag', async () => {
    const { server, response, text, document, operations } = await readDocument()
    expect(text).toBe(JSON.stringify(document))
    expect(Buffer.byteLength(text)).toBeLessThan(operations.length * 2500)
    const headers = { 'if-none-match': String(response.headers.get('etag')) }
    expect((await fetch(`${server.url}/openapi.json`, { headers })).status).toBe(304)
  })

  it('names every object, union and enumeration that it uses twice', async () => {
    const { schemas } = await readDocument()
    const pathsByShape = new Map<string, string[]>()
    for (const [path, { description: _, examples: __, ...shape }] of schemas) {
      const isShape = (shape.type === 'object' && shape.properties) || shape.oneOf || shape.enum
      if (!isShape) continue
      const text = JSON.stringify(shape)
      pathsByShape.set(text, [...(pathsByShape.get(text) ?? []), path])
    }
    expect([...pathsByShape.values()].filter(({ length }) => length > 1)).toEqual([])
  })

  it('refers only to components that exist, and to each of them', async () => {
    const { text, document } = await readDocument()
    const references = new Set(Array.from(text.matchAll(/"#\/components\/(\w+\/[\w-]+)"/g), ([, name]) => name))
    const { securitySchemes: _, ...sections } = document.components as Record<string, object>
    const components = Object.entries(sections).flatMap(([section, parts]) =>
      Object.keys(parts).map((name) => `${section}/${name}`),
    )
    expect([...references].toSorted()).toEqual(components.toSorted())
    for (const name of ['Cart', 'Order', 'OrderList', 'Product', 'Variant', 'Money', 'Address', 'Image', 'Error']) {
      expect(components).toContain(`schemas/${name}`)
    }
    for (const name of ['IdempotencyKey', 'IfMatch', 'Limit', 'Cursor'])
      expect(components).toContain(`parameters/${name}`)
  })

  it('has no names that no shape uses', async () => {
    const { document } = await readDocument()
    expect(Object.keys(apiSchemas).filter((name) => !(name in document.components.schemas))).toEqual([])
  })

  it('uses only keywords that generators know', async () => {
    const { schemas } = await readDocument()
    const unknown = schemas.flatMap(([path, schema]) =>
      Object.keys(schema).flatMap((keyword) => (KEYWORDS.has(keyword) ? [] : [`${path}: ${keyword}`])),
    )
    expect(unknown).toEqual([])
  })

  it('has a summary, a description, a declared tag and a name such as noun.verb for every operation', async () => {
    const { document, operations } = await readDocument()
    const tags = new Set(document.tags.map(({ name }) => name))
    for (const { operationId, summary, description, tags: own } of operations) {
      expect([operationId, summary, description].every(Boolean), operationId).toBe(true)
      expect(operationId).toMatch(/^[a-z]\w*(\.[a-z]\w*)+$/)
      expect(
        own.every((tag) => tags.has(tag)),
        operationId,
      ).toBe(true)
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect([...tags].toSorted()).toEqual([...new Set(operations.flatMap((operation) => operation.tags))].toSorted())
    expect(document.tags.every(({ description }) => description)).toBe(true)
  })

  it('declares 304 with an ETag, 412 with If-Match, 413 and 415 with a body, 429 always', async () => {
    const { document } = await readDocument()
    const statuses = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {})
    expect(statuses('/v1/products', 'get')).toEqual(['200', '304', '400', '401', '403', '429', '503'])
    expect(statuses('/v1/workspace', 'patch')).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', '413', '415', '422', '429', '503']),
    )
    expect(statuses('/v1/workspace', 'patch')).not.toContain('412')
    expect(statuses('/v1/carts/{id}/items', 'post')).toContain('412')
    const etag = { headers: { ETag: { $ref: '#/components/headers/ETag' } } }
    expect(document.paths['/v1/orders/{id}']?.get?.responses['200']).toMatchObject(etag)
    expect(document.paths['/v1/workspace']?.get?.responses['200']).not.toMatchObject(etag)
  })

  it('has a schema for every event type', async () => {
    const { document } = await readDocument()
    const { oneOf, discriminator } = document.components.schemas.Event as {
      oneOf: object[]
      discriminator: { propertyName: string; mapping: Record<string, string> }
    }
    expect(Object.keys(discriminator.mapping).toSorted()).toEqual(EVENT_TYPES.toSorted())
    expect(Object.values(discriminator.mapping).map(($ref) => ({ $ref }))).toEqual(oneOf)
  })

  it('has only examples that are valid', async () => {
    const { document, schemas } = await readDocument()
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const id = 'https://storedesk.example/schemas'
    const resolved = (part: object): Json =>
      JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', `${id}#/$defs/`))
    ajv.addSchema({ $id: id, $defs: resolved(document.components.schemas) })
    const errors: string[] = []
    const check = (path: string, schema: Json, example: unknown) => {
      if (!ajv.validate(resolved(schema), example)) errors.push(`${path}: ${ajv.errorsText()}`)
    }
    for (const [path, { examples, ...schema }] of schemas) {
      for (const example of (examples ?? []) as unknown[]) check(path, schema, example)
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      for (const { schema, example } of Object.values(
        (content ?? {}) as Record<string, { schema: Json; example?: Json }>,
      )) {
        if (example) check(name, schema, example)
      }
    }
    expect(errors).toEqual([])
  })

  it('explains storefront mode and money, and which credential wins', async () => {
    const { server, document } = await readDocument()
    for (const heading of ['## Storefront mode', '## Money']) expect(document.info.description).toContain(heading)
    const { body } = await createApiClient(server.url).get('/openapi.json')
    expect(body.components.securitySchemes.workspace.description).toContain('the key wins')
    expect(body.security).toEqual([{ key: [] }])
    expect(body.paths['/v1/carts'].post.security).toEqual([{ key: [] }, { workspace: [] }])
  })
})

describe('patterns in the document', () => {
  /** What RE2 rejects: lookaround, back references, possessive quantifiers, `\u`, and counts above 1000. */
  const NOT_RE2 = /\(\?[=!<>]|\\[1-9kuUcKGXZ]|[*+?}]\+|\{(\d{4,}|\d*,\d{4,})/

  it('compile in JavaScript, Python and RE2', async () => {
    const { schemas } = await readDocument()
    const patterns = [...new Set(schemas.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : [])))]
    expect(patterns.length).toBeGreaterThan(20)
    for (const pattern of patterns) {
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow()
      expect(pattern).not.toMatch(NOT_RE2)
    }
    const program = 'import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)'
    const python = spawnSync('python3', ['-c', program], { input: JSON.stringify(patterns), encoding: 'utf8' })
    // Not every machine has Python.
    if (python.error === undefined) expect(python.stderr).toBe('')
  })

  it.each(['^(?=.*\\S)x$', '\\p{L}', '[^\\u0000]', '(a)\\1', '(?<!a)b', 'a++'])('leave %s out', (pattern) => {
    expect(toPortablePattern(pattern)).toBeUndefined()
  })
})

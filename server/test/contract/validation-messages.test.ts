import type { RouteOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { KEYWORD_MESSAGES } from '../../src/http/responses/error-mapping.ts'
import { describeFormat } from '../../src/http/responses/format-messages.ts'
import { openServer } from '../open-server.ts'

interface Schema {
  [keyword: string]: unknown
  pattern?: string
  format?: string
}

/** The schema and everything in it that validates a value. */
function* schemasIn(schema: unknown): Generator<Schema> {
  if (Array.isArray(schema)) for (const one of schema) yield* schemasIn(one)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const { properties = {}, items, anyOf, oneOf, allOf, additionalProperties, ...keywords } = schema as Schema
  yield keywords
  for (const child of Object.values(properties as object)) yield* schemasIn(child)
  for (const children of [items, anyOf, oneOf, allOf, additionalProperties]) yield* schemasIn(children)
}

const routes: RouteOptions[] = []
const onRoute = (route: RouteOptions) => void routes.push(route)
await openServer({ onRoute, onDashboardRoute: onRoute }, afterAll)

const inputs = routes.flatMap(({ method, url, schema }) =>
  [schema?.body, schema?.querystring, schema?.headers].flatMap((input) =>
    [...schemasIn(input)].map((nested) => ({ route: `${method} ${url}`, schema: nested })),
  ),
)

describe('validation messages', () => {
  it('describe every pattern and format of every route in words', () => {
    expect(inputs.length).toBeGreaterThan(1000)
    const undescribed = inputs.filter(({ schema }) => {
      const { examples: _, ...withoutExamples } = schema
      const isChecked = schema.pattern !== undefined || schema.format !== undefined
      return isChecked && describeFormat(withoutExamples, 'x') === undefined
    })
    expect(undescribed).toEqual([])
  })

  it('describe every other keyword of every route in words', () => {
    const constraints = /^(min|max|exclusive|multiple|unique|const|contains|not|if|dependent|propertyNames)/
    const used = new Set(inputs.flatMap(({ schema }) => Object.keys(schema).filter((name) => constraints.test(name))))
    expect([...used].filter((name) => !(name in KEYWORD_MESSAGES))).toEqual([])
  })
})

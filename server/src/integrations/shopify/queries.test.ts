import { parse } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '../../../test/shopify/execute.ts'
import { costOf, findExportError } from '../../../test/shopify/query-rules.ts'
import { requireShopifySchema } from '../../../test/shopify/schema.ts'
import { SHOP_RESOURCES } from '../../ports/shop-lines.ts'
import * as queries from './queries.ts'

const { childrenQuery, exportQuery, objectQuery, RESOURCES } = queries

const requests: [name: string, query: string][] = Object.entries(queries).flatMap(([name, value]) =>
  typeof value === 'string' && /^(query|mutation) /.test(value) ? [[name, value]] : [],
)
for (const resource of SHOP_RESOURCES) {
  requests.push([`one of ${resource}`, objectQuery(resource)])
  for (const child of RESOURCES[resource].children) {
    requests.push([`more ${child.name} of ${resource}`, childrenQuery(resource, child)])
  }
}

const exports = SHOP_RESOURCES.flatMap((resource): [name: string, query: string][] => [
  [resource, exportQuery(resource, {})],
  [`${resource} since a time`, exportQuery(resource, { updatedFrom: '2026-10-01T12:00:00+02:00' })],
])

describe('Queries of the Admin API', () => {
  beforeEach(requireShopifySchema)

  it.each([...requests, ...exports])('validates against the schema: %s', (_, query) => {
    expect(readDocument(query)).toEqual({ document: expect.anything() })
  })

  it.each(requests)('costs at most 1,000 points: %s', (_, query) => {
    expect(costOf(parse(query))).toBeLessThanOrEqual(1000)
  })

  it.each(exports)('is within the limits of a bulk operation: %s', (_, query) => {
    expect(findExportError(parse(query))).toBeUndefined()
  })

  it('subscribes topics that exist', () => {
    for (const topic of queries.TOPICS) {
      const query = `{ webhookSubscriptions(first: 1, topics: [${topic}]) { nodes { id } } }`
      expect(readDocument(query)).toEqual({ document: expect.anything() })
    }
  })
})

describe('The rules of bulk operations', () => {
  beforeEach(requireShopifySchema)

  it.each([
    ['no connection', '{ shop { name } }'],
    ['six connections', `{ ${'abcdef'.replace(/./g, '$&: products { edges { node { id } } } ')} }`],
    [
      'three levels',
      '{ products { edges { node { variants { edges { node { metafields { edges { node { id } } } } } } } } } }',
    ],
    [
      'a connection in a list',
      '{ orders { edges { node { refunds { refundLineItems { edges { node { id } } } } } } } }',
    ],
    ['variables', 'query ($q: String) { products(query: $q) { edges { node { id } } } }'],
  ])('refuses %s', (_, query) => {
    expect(findExportError(parse(query))).toBeTypeOf('string')
  })
})

it('puts only times into the query of an export', () => {
  expect(() => exportQuery('products', { updatedFrom: `2026-01-01' OR title:*` })).toThrow(RangeError)
  expect(exportQuery('products', { updatedFrom: '2026-10-01T12:00:00+02:00' })).toContain(
    `products(query: "updated_at:>='2026-10-01T10:00:00.000Z'")`,
  )
  // The time of an inventory item does not change with its stock.
  const inventory = exportQuery('inventory', { updatedFrom: '2026-10-01T10:00:00Z' })
  expect(inventory).toContain('inventoryItems {')
  expect(inventory).toContain('inventoryLevels(query:')
})

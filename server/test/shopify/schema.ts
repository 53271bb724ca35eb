import { existsSync, readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { TestContext } from 'vitest'

/** Shopify's own schema lives outside the repository: we may not redistribute it. */
const FILE = new URL('../../../../shared/fixtures/shopify/admin-2026-07.schema.graphql', import.meta.url)

const REASON = 'The Shopify schema is not in ../shared/fixtures/shopify: put it there to run this test.'

export const hasShopifySchema = (): boolean => existsSync(FILE)

/** Skips the test with a reason when the schema is missing; under `CI=true`, where a skip would go unnoticed, it fails. */
export function requireShopifySchema({ skip }: Pick<TestContext, 'skip'>): void {
  if (hasShopifySchema()) return
  if (process.env.CI) throw new Error(REASON)
  skip(REASON)
}

let schema: GraphQLSchema | undefined

/** Parsed once per process: it has 2,035 types. */
export function shopifySchema(): GraphQLSchema {
  if (!hasShopifySchema()) throw new Error(REASON)
  schema ??= buildSchema(readFileSync(FILE, 'utf8'), { assumeValid: true, noLocation: true })
  return schema
}

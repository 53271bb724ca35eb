import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { listOperations, type OpenApiDocument, slugOf } from '../../src/http/docs/openapi-types.ts'
import { openServerWithRoutes, type Route } from '../contract/route-table.ts'
import { aVariant } from '../contract/sandbox-fixtures.ts'
import { SAMPLES } from '../contract/sandbox-samples.ts'
import { bodyOf, headersOf, pathOf } from '../contract/sandbox-sweep.ts'
import { type ApiClient, createApiClient, openShop } from '../open-shop.ts'
import { openShopifyServer, SHOPIFY_CLIENT_SECRET, SHOPIFY_DOMAIN, SHOPIFY_TOKEN } from '../shopify-server.ts'
import { openStripe } from '../stripe-server.ts'
import { createNormalizer } from './normalize.ts'
import { readableClient } from './readable-client.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/examples/', import.meta.url))

const ADDRESS = { name: 'Ada Lovelace', line1: 'Torstraße 1', postalCode: '10119', city: 'Berlin', country: 'DE' }

/** Instead of the smallest request that works: what people usually send. */
const TYPICAL_BODIES: Record<string, object | ((caller: ApiClient) => Promise<object>)> = {
  'POST /v1/carts': async (caller) => ({
    currency: 'EUR',
    country: 'DE',
    items: [{ variantId: await aVariant(caller), quantity: 2 }],
  }),
  'PATCH /v1/carts/:id': { email: 'ada@example.com', shippingAddress: ADDRESS, note: 'Please ring twice.' },
  'POST /v1/customers': { name: 'Ada Lovelace', emails: [{ address: 'ada@example.com' }], tags: ['wholesale'] },
  'PATCH /v1/workspace': { name: 'Hazel & Oak' },
  // The connection is tested at once, with what the local fake of the provider accepts.
  'PUT /v1/shopify/connection': {
    shop: SHOPIFY_DOMAIN,
    accessToken: SHOPIFY_TOKEN,
    clientSecret: SHOPIFY_CLIENT_SECRET,
  },
}

/** Reads come last: their lists are then not empty. */
const rankOf = ({ method }: { method: string }): 0 | 1 => (method === 'GET' ? 1 : 0)

/** `npm run examples`: calls every operation once on a real server and writes what it got. */
it('records an example of every operation', async () => {
  const stripe = await openStripe()
  const shopify = await openShopifyServer()
  const { server, api: routes } = await openServerWithRoutes({
    stripe: { apiBase: stripe.url, timeout: stripe.timeout },
    shopify: { baseUrl: shopify.url },
  })
  const shop = await openShop(server)
  // Reads have a client of their own: resources are prepared once per client, and the writes delete theirs.
  const names = new Map<string, number>()
  const sandboxes = [readableClient(shop.sandbox, names), readableClient(shop.sandbox, names)] as const
  const live = readableClient(shop.api)
  const document = (await createApiClient(server.url).get('/openapi.json')).body as OpenApiDocument
  const operations = listOperations(document)
  const normalize = createNormalizer(Date.now(), [server.url, server.system.publicUrl])

  const examples: Record<string, Record<string, object>> = {}
  const failures: string[] = []
  for (const operation of operations.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const { operationId, method, tag } = operation
    const route = findRoute(routes, method, operation.path)
    const name = `${method} ${route.path}`
    const caller = SAMPLES.onlyLive.includes(name) ? live : sandboxes[rankOf(operation)]
    try {
      const example = await record(caller, route, name)
      examples[tag] = { ...examples[tag], [operationId]: normalizeExample(example) }
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
  }
  expect(failures).toEqual([])

  mkdirSync(FOLDER, { recursive: true })
  for (const file of readdirSync(FOLDER)) rmSync(FOLDER + file)
  for (const [tag, byId] of Object.entries(examples)) {
    const sorted = Object.fromEntries(Object.entries(byId).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(`${FOLDER}${slugOf(tag)}.json`, `${JSON.stringify(sorted, null, 1)}\n`)
  }

  async function record(caller: ReturnType<typeof readableClient>, route: Route, name: string) {
    const path = await pathOf(route, SAMPLES, caller)
    const typical = TYPICAL_BODIES[name]
    const made = typeof typical === 'function' ? await typical(caller) : typical
    const sample = made ?? (await bodyOf(route, SAMPLES, caller))
    const headers = await headersOf(route, SAMPLES, caller)
    const body = typeof sample === 'string' ? sample : caller.rewrite(path, sample)
    const response = await caller.send(route.method, path, body, headers)
    if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
    return { path, headers, body, response }
  }

  function normalizeExample({ path, headers, body, response }: Awaited<ReturnType<typeof record>>): object {
    const { 'content-type': textType, ...own } = headers
    const bodyType = body instanceof Blob ? body.type : typeof body === 'string' ? textType : undefined
    const responseType = response.headers.get('content-type')?.split(';')[0] ?? ''
    const isJson = responseType.includes('json')
    const hasBody = response.body !== ''
    return {
      path: normalize.text(path),
      ...(Object.keys(own).length > 0 && { headers: normalize.request(own) }),
      ...(bodyType ? { bodyType } : body !== undefined && { body: normalize.request(body) }),
      status: response.status,
      ...(hasBody && !isJson && { responseType }),
      ...(hasBody && { response: normalize.response(response.body) }),
    }
  }
})

function findRoute(routes: Route[], method: string, path: string): Route {
  const found = routes.find((route) => route.method === method && route.path.replaceAll(/:(\w+)/g, '{$1}') === path)
  if (!found) throw new Error(`No route for ${method} ${path}`)
  return found
}

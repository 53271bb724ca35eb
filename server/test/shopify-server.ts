import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { drawPng } from './sample-images.ts'
import { openBulkOperations } from './shopify/bulk-operations.ts'
import { readDocument, runDocument } from './shopify/execute.ts'
import { answerFault, type DownloadFault, openFaults, type RequestFault } from './shopify/faults.ts'
import type { ShopSize } from './shopify/generated-values.ts'
import { openQueryBucket } from './shopify/query-bucket.ts'
import { costOf } from './shopify/query-rules.ts'
import { openRoot } from './shopify/root.ts'
import { serveDownload } from './shopify/serve-download.ts'
import { openShopData, type ShopData } from './shopify/shop-data.ts'

export const SHOPIFY_DOMAIN = 'northwind.myshopify.com'
export const SHOPIFY_TOKEN = 'shpat_local'
export const SHOPIFY_CLIENT_SECRET = 'shpss_local'
/** A single query may cost this much. */
const MAX_COST = 1000

interface ShopifyServerOptions extends Partial<ShopSize> {
  /** The shop sends this version whatever was asked for, as when the requested one is no longer supported. */
  servedVersion?: string
  scopes?: string[]
  /** Points: how many there are, and how many come back per second. */
  bucket?: { size: number; restoreRate: number }
}

export interface ShopifyServer {
  url: string
  /** What the merchant has, to change and to compare with. */
  data: ShopData
  requests: { path: string; query?: string; range?: string }[]
  /** Topics and URLs that were subscribed. */
  subscriptions: { id: string; topic: string; uri: string }[]
  /** The next requests fail. */
  fail(fault: RequestFault, times?: number): void
  failDownload(fault: DownloadFault, times?: number): void
  /** How the next export ends, and how often it is reported as running before. */
  nextExport: { polls: number; ending: 'completed' | 'failed' | 'short' }
  expireLinks(): void
  /** Sends a webhook, signed as Shopify does. `eventId` stays the same when Shopify repeats it. */
  deliver(webhook: ShopifyWebhook): Promise<Response>
  close(): Promise<void>
}

interface ShopifyWebhook {
  url: string
  /** Such as `products/update`. */
  topic: string
  payload: unknown
  eventId?: string
  secret?: string
}

const SCOPES = ['read_products', 'read_inventory', 'read_locations', 'read_customers', 'read_orders']

/**
 * A Shopify shop on this machine: executes our queries on Shopify's own schema, writes exports as bulk operations do,
 * limits how fast it is read, and fails as ordered.
 */
export async function openShopifyServer(options: ShopifyServerOptions = {}): Promise<ShopifyServer> {
  const { servedVersion, scopes = SCOPES, bucket = { size: 20_000, restoreRate: 1000 }, ...size } = options
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-shopify-'))
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const defaults: ShopSize = {
    products: 5,
    variantsPerProduct: 4,
    imagesPerProduct: 1,
    collections: 2,
    customers: 3,
    orders: 4,
  }
  const data = openShopData({ ...defaults, ...size }, (name) => `${url}/images/${name}.png`)
  const bulkOperations = openBulkOperations(folder, () => url, data)
  const subscriptions: ShopifyServer['subscriptions'] = []
  const points = openQueryBucket(bucket)
  const faults = openFaults<RequestFault>()
  const downloadFaults = openFaults<DownloadFault>()
  const requests: ShopifyServer['requests'] = []
  const root = openRoot({ data, bulkOperations, subscriptions, scopes, domain: SHOPIFY_DOMAIN })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const { range } = request.headers
    const [, folder, name = ''] = /^\/(\w+)\/([^/]+)$/.exec(path) ?? []
    if (folder === 'exports') {
      requests.push({ path, ...(range && { range }) })
      const [file, fault] = [await bulkOperations.file(name), downloadFaults.next()]
      if (fault === 'expired') bulkOperations.expireLinks()
      return serveDownload(request, response, file, fault)
    }
    if (folder === 'images') {
      requests.push({ path })
      const [product = 0, image = 0] = name.split(/[-.]/).map(Number)
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(drawPng({ shade: product * 8 + image }))
    }
    const version = /^\/admin\/api\/([\w-]+)\/graphql\.json$/.exec(path)?.[1]
    if (!version || request.method !== 'POST') return void response.writeHead(404).end('{"errors":"Not Found"}')
    await respondToQuery(request, response, servedVersion ?? version)
  }

  async function respondToQuery(request: IncomingMessage, response: ServerResponse, version: string): Promise<void> {
    const { query, variables } = JSON.parse(await text(request))
    requests.push({ path: request.url ?? '', query })
    response.setHeader('x-shopify-api-version', version)
    if (request.headers['x-shopify-access-token'] !== SHOPIFY_TOKEN) {
      return void response.writeHead(401).end('{"errors":"[API] Invalid API key or access token"}')
    }
    const fault = faults.next()
    if (answerFault(fault, response)) return
    const body = await answer(query, variables, fault === 'throttled')
    if (fault === 'lost') return void response.destroy()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  }

  async function answer(query: string, variables: Record<string, unknown>, isThrottled: boolean) {
    const read = readDocument(query)
    if ('errors' in read) return { errors: read.errors }
    const requestedQueryCost = costOf(read.document)
    const fail = (code: string, message: string) => ({
      errors: [{ message, extensions: { code } }],
      extensions: { cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: points.status() } },
    })
    if (requestedQueryCost > MAX_COST) return fail('MAX_COST_EXCEEDED', `Query cost is ${requestedQueryCost}.`)
    if (isThrottled || !points.take(requestedQueryCost)) return fail('THROTTLED', 'Throttled')
    const result = await runDocument(read.document, root, variables)
    const cost = { requestedQueryCost, actualQueryCost: requestedQueryCost, throttleStatus: points.status() }
    return { ...result, extensions: { cost } }
  }

  return {
    url,
    data,
    requests,
    subscriptions,
    fail: faults.add,
    failDownload: downloadFaults.add,
    nextExport: bulkOperations.settings,
    expireLinks: bulkOperations.expireLinks,
    deliver({ url, topic, payload, eventId = randomUUID(), secret = SHOPIFY_CLIENT_SECRET }) {
      const body = JSON.stringify(payload)
      const headers = {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': SHOPIFY_DOMAIN,
        'x-shopify-api-version': servedVersion ?? '2026-07',
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-event-id': eventId,
        'x-shopify-triggered-at': new Date().toISOString(),
      }
      return fetch(url, { method: 'POST', headers, body })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

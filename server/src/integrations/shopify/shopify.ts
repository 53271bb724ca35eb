import type { ShopLine } from '../../ports/shop-lines.ts'
import { type ShopAddress, type ShopSource, ShopSourceError } from '../../ports/shop-source.ts'
import { shopifyClient } from './client.ts'
import { downloadImage } from './download-image.ts'
import { toStatusError } from './errors.ts'
import { cancelExport, getExport, startExport } from './exports.ts'
import { API_VERSION, SHOP } from './queries.ts'
import { readLines } from './read-lines.ts'
import { readObject } from './read-object.ts'
import { subscribeWebhooks } from './subscribe-webhooks.ts'

export interface ShopifyOptions {
  /** For tests: the shop's server instead of its domain. */
  baseUrl?: string
  /** For tests, whose servers run on the same machine. */
  allowLoopback?: boolean
  /** Of a request, and of silence during a download. */
  timeoutMs?: number
  firstRetryMs?: number
}

const DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/
/** Anything else can't be sent in a header. */
const TOKEN = /^[\x21-\x7e]+$/

/** A shop on Shopify, read through its Admin API. */
export function shopifyShop(
  { shop, token, version = API_VERSION, onOtherVersion }: ShopAddress,
  { baseUrl, allowLoopback = false, timeoutMs = 30_000, firstRetryMs = 500 }: ShopifyOptions = {},
): ShopSource {
  // The token must go to Shopify only.
  if (!DOMAIN.test(shop)) throw new ShopSourceError('rejected', 'Enter the domain of the shop: name.myshopify.com.')
  if (!TOKEN.test(token)) throw toStatusError(401, {})
  const connection = { allowLoopback, timeoutMs, firstRetryMs }
  const address = { baseUrl: baseUrl ?? `https://${shop}`, token, version, onOtherVersion }
  const client = shopifyClient({ ...address, ...connection })

  const verify: ShopSource['verify'] = async (signal) => {
    interface Data {
      shop: { name: string; myshopifyDomain: string; currencyCode: string }
      currentAppInstallation: { accessScopes: { handle: string }[] }
    }
    const { shop, currentAppInstallation } = await client.request<Data>({ query: SHOP }, signal)
    return {
      name: shop.name,
      domain: shop.myshopifyDomain,
      currency: shop.currencyCode,
      scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
      apiVersion: client.servedVersion(),
    }
  }

  return {
    verify,
    startExport: (resource, options, signal) => startExport(client, resource, options, signal),
    getExport: (id, signal) => getExport(client, id, signal),
    cancelExport: (id, signal) => cancelExport(client, id, signal),
    async *readExport<R>(_resource: R, url: string, fromByte: number, signal: AbortSignal) {
      for await (const { text, endByte } of readLines(url, fromByte, connection, signal)) {
        yield { line: parseLine(text, endByte), endByte }
      }
    },
    getObject: (resource, gid, signal) => readObject(client, resource, gid, signal),
    downloadImage: (url, signal) => downloadImage(url, connection, signal),
    async subscribeWebhooks(url, signal) {
      const { scopes } = await verify(signal)
      await subscribeWebhooks(client, url, scopes, signal)
    },
  } as ShopSource
}

function parseLine(text: string, endByte: number): ShopLine {
  try {
    return JSON.parse(text) as ShopLine
  } catch (cause) {
    throw new ShopSourceError('rejected', `The exported data is damaged before byte ${endByte}.`, { cause })
  }
}

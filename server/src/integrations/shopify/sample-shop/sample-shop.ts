import type { ShopLine, ShopLines, ShopResource } from '../../../ports/shop-lines.ts'
import { type ShopExport, type ShopSource, ShopSourceError } from '../../../ports/shop-source.ts'
import { API_VERSION } from '../queries.ts'
import { collectionLines } from './collection-lines.ts'
import { customerLines } from './customer-lines.ts'
import { drawImage } from './draw-image.ts'
import { orderLines } from './order-lines.ts'
import { handleOf, inventoryLines, productLines, SAMPLE_DOMAIN, SAMPLE_PRODUCTS } from './product-lines.ts'

const LINES: { [R in ShopResource]: () => ShopLines[R][] } = {
  products: productLines,
  collections: collectionLines,
  inventory: inventoryLines,
  customers: customerLines,
  orders: orderLines,
}

/**
 * A coffee roaster on Shopify that exists only in this process: it never changes and never fails, and no request leaves
 * the server. The ID of an export contains what was asked for, so it survives a restart.
 */
export const sampleShop: ShopSource = {
  verify: async () => ({
    name: 'Harbor Coffee (sample shop)',
    domain: SAMPLE_DOMAIN,
    currency: 'EUR',
    scopes: ['read_products', 'read_inventory', 'read_locations', 'read_customers', 'read_orders'],
    apiVersion: API_VERSION,
  }),
  startExport: async (resource, { updatedFrom = '' }) => `${resource}@${updatedFrom}`,
  getExport: async (id) => describeExport(id),
  cancelExport: async () => {},
  async *readExport<R extends ShopResource>(resource: R, url: string, fromByte: number) {
    // The offset is a number of lines: to its reader it is only a place to continue from.
    const lines = listLines(resource, updatedFromOf(url))
    for (const [index, line] of lines.slice(fromByte).entries()) yield { line, endByte: fromByte + index + 1 }
  },
  async getObject<R extends ShopResource>(resource: R, gid: string) {
    const lines = listLines(resource, '').filter(({ id, __parentId }) => (__parentId ?? id) === gid)
    return lines.length > 0 ? lines : undefined
  },
  async downloadImage(url) {
    const product = SAMPLE_PRODUCTS.find((product) => url.endsWith(`/${handleOf(product)}.png`))
    if (!product) throw new ShopSourceError('not_found', 'The image no longer exists.')
    return { body: drawImage(product), contentType: 'image/png' }
  },
  subscribeWebhooks: async () => {},
}

const updatedFromOf = (id: string) => id.slice(id.indexOf('@') + 1)

function describeExport(id: string): ShopExport {
  const [resource] = id.split('@')
  const lines = listLines(resource as ShopResource, updatedFromOf(id))
  return {
    status: 'completed',
    objectCount: lines.length,
    rootObjectCount: lines.filter(({ __parentId }) => __parentId === undefined).length,
    sizeBytes: lines.length,
    url: lines.length > 0 ? id : null,
    partialUrl: null,
  }
}

function listLines<R extends ShopResource>(resource: R, updatedFrom: string): ShopLine<R>[] {
  const lines: ShopLine<R>[] = LINES[resource]()
  if (updatedFrom === '') return lines
  const isRecent = (line: ShopLine<R>) => 'updatedAt' in line && Date.parse(line.updatedAt) >= Date.parse(updatedFrom)
  const recent = new Set(lines.filter((line) => line.__parentId === undefined && isRecent(line)).map(({ id }) => id))
  return lines.filter(({ id, __parentId }) => recent.has(__parentId ?? id))
}

import { setTimeout as sleep } from 'node:timers/promises'
import { allJobs } from '../src/app.ts'
import type { Mail } from '../src/ports/mail.ts'
import type { TestServer } from './open-server.ts'
import type { ApiClient, Shop } from './open-shop.ts'

/** Tables that a sync writes; a second sync of the same shop must not. */
export const SYNCED_TABLES = [
  'products',
  'variants',
  'variant_prices',
  'product_images',
  'collections',
  'collection_products',
  'stock_levels',
  'stock_movements',
  'customers',
  'customer_emails',
  'customer_addresses',
  'orders',
  'order_items',
  'fulfillments',
  'files',
  'shopify_objects',
  'shopify_images',
] as const

/** A worker without the jobs of events: a sync causes hundreds, and would wait for them. */
export const startSyncWorker = (server: TestServer) =>
  server.startWorker({
    jobs: allJobs(NO_MAIL).filter(({ name }) => /^(shopify|connections|customers\.erase)/.test(name)),
    schedules: [],
    systemJobs: [],
  })

const NO_MAIL: Mail = {
  send: () => {
    throw new Error('A sync sends no email')
  },
}

/** Starts syncs and waits for them. */
export function newSyncs(shop: Pick<Shop, 'server'>, api: ApiClient) {
  async function waitFor(id: string, isReached = isFinished) {
    for (;;) {
      const { status, body } = await api.get(`/v1/shopify/sync/${id}`)
      if (status !== 200) throw new Error(`The sync can’t be read: ${JSON.stringify(body)}`)
      if (isReached(body)) return body
      await sleep(50)
    }
  }
  async function start(input: object) {
    const { status, body } = await api.post('/v1/shopify/sync', input)
    if (status !== 202) throw new Error(`The sync was not started: ${JSON.stringify(body)}`)
    return body
  }
  return {
    start,
    waitFor,
    run: async (input: object) => waitFor((await start(input)).id),
    failures: async (id: string) =>
      (await api.get(`/v1/shopify/sync/${id}/changes?outcome=failed&limit=100`)).body.data,
    /** A row that is written anew, even with the same values, has another version. */
    async rowVersions(tables: readonly string[]) {
      const versions: Record<string, string> = {}
      for (const table of tables) {
        const { rows } = await shop.server.db.pool.query(
          `select md5(coalesce(string_agg(xmin::text || ctid::text, ',' order by ctid), '')) as version from ${table}`,
        )
        versions[table] = rows[0].version
      }
      return versions
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
const isFinished = ({ status }: any): boolean => ['completed', 'failed', 'canceled'].includes(status)

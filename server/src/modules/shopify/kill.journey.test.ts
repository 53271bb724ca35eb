import { expect, it, onTestFinished } from 'vitest'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer, SECRET_KEY } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { runProgram } from '../../../test/process.ts'
import { requireShopifySchema } from '../../../test/shopify/schema.ts'
import {
  openShopifyServer,
  SHOPIFY_CLIENT_SECRET,
  SHOPIFY_DOMAIN,
  SHOPIFY_TOKEN,
} from '../../../test/shopify-server.ts'
import { newSyncs, startSyncWorker } from '../../../test/shopify-sync.ts'

it('continues after kill -9 and with a new link where the last batch ended, and does nothing twice', async (test) => {
  requireShopifySchema(test)
  const remote = await openShopifyServer({ products: 250, variantsPerProduct: 1, imagesPerProduct: 0 })
  onTestFinished(remote.close)
  const server = await openServer({ shopify: { baseUrl: remote.url }, limitClock: fastClock() })
  const shop = await openShop(server)
  const syncs = newSyncs(shop, shop.api)
  await shop.api.send('PUT', '/v1/shopify/connection', {
    shop: SHOPIFY_DOMAIN,
    accessToken: SHOPIFY_TOKEN,
    clientSecret: SHOPIFY_CLIENT_SECRET,
  })
  remote.failDownload('expired')
  const { id } = await syncs.start({ resources: ['products'] })
  const victim = runProgram('test/shopify-worker.process.ts', {
    VICTIM_CONNECTION: JSON.stringify(server.connection),
    VICTIM_FILES: server.filesDir,
    VICTIM_SHOPIFY: remote.url,
    VICTIM_SECRET: SECRET_KEY,
    VICTIM_CRASH_WHEN: 'select from shopify_runs where roots_read > 0',
  })
  await victim.exit()
  const stopped = await syncs.waitFor(id, () => true)
  expect(stopped.status).toBe('running')
  expect(stopped.counts.products.read).toBeLessThan(250)

  await startSyncWorker(server)
  expect(await syncs.waitFor(id)).toMatchObject({
    status: 'completed',
    counts: { products: { read: 250, created: 250, updated: 0, unchanged: 0, failed: 0 } },
  })
  const { rows } = await server.db.pool.query(`
    select (select count(*)::integer from products) as products, (select count(*)::integer from variants) as variants, (
      select count(distinct data ->> 'productId')::integer from events where type = 'product.created'
    ) as created, (select count(*)::integer from events where type = 'product.created') as events`)
  expect(rows).toEqual([{ products: 250, variants: 250, created: 250, events: 250 }])
  const downloads = remote.requests.filter(({ path }) => path.startsWith('/exports/'))
  expect(new Set(downloads.map(({ path }) => path)).size).toBe(2)
  expect(downloads.at(-1)?.range).toMatch(/^bytes=[1-9]/)
  expect(remote.requests.filter(({ query }) => query?.includes('bulkOperationRunQuery'))).toHaveLength(1)
})

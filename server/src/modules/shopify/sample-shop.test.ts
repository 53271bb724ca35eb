import { describe, expect, it } from 'vitest'
import { fastClock } from '../../../test/fast-clock.ts'
import { fileServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { newSyncs, SYNCED_TABLES, startSyncWorker } from '../../../test/shopify-sync.ts'

const openFileServer = fileServer({ limitClock: fastClock() })

describe('a sync in the sandbox', () => {
  it('reads the sample shop, and a second time writes nothing', async () => {
    const shop = await openShop(await openFileServer())
    await startSyncWorker(shop.server)
    const syncs = newSyncs(shop, shop.sandbox)
    expect((await shop.sandbox.get('/v1/shopify/connection')).body).toMatchObject({ status: 'sample' })

    const dry = await syncs.run({ dryRun: true })
    expect(dry).toMatchObject({ status: 'completed', counts: { products: { failed: 0 } } })
    expect(dry.counts.products.created).toBe(dry.counts.products.read)
    expect((await shop.sandbox.get('/v1/catalog/products')).body.data).toEqual([])
    const diff = await shop.sandbox.get(`/v1/shopify/sync/${dry.id}/changes?resource=products&limit=1`)
    expect(diff.body.data).toMatchObject([{ outcome: 'created', title: expect.any(String), localId: null }])

    const first = await syncs.run({})
    expect(await syncs.failures(first.id)).toEqual([])
    expect(first).toMatchObject({ status: 'completed', progress: 1, error: null })
    for (const resource of ['products', 'collections', 'inventory', 'customers', 'orders']) {
      expect(first.counts[resource], resource).toMatchObject({ failed: 0, updated: 0 })
      expect(first.counts[resource].created + first.counts[resource].unchanged, resource).toBe(
        first.counts[resource].read,
      )
    }
    const { data: products } = (await shop.sandbox.get('/v1/catalog/products')).body
    expect(products[0].images[0].url).toContain(`/files/${shop.test.environmentId}/`)
    expect((await shop.sandbox.get('/v1/orders')).body.data[0]).toMatchObject({ source: 'import' })
    expect((await shop.api.get('/v1/catalog/products')).body.data).toEqual([])

    const before = await syncs.rowVersions(SYNCED_TABLES)
    const second = await syncs.run({})
    expect(second.counts.products).toMatchObject({ created: 0, updated: 0, unchanged: second.counts.products.read })
    expect(await syncs.rowVersions(SYNCED_TABLES)).toEqual(before)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { openIsolatedShop, type Shop } from '../../../../test/open-shop.ts'
import { csv, importFile, openShopWithWorker, uploadFile, waitForReport } from '../../../../test/product-files.ts'
import { addProduct, eur } from '../../../../test/sample-products.ts'

const IMPORTS = '/v1/catalog/imports'
const NAMES = ['Handle', 'Title', 'Variant Price', 'External Id']
const MIXED = csv(NAMES, ['a', 'A', '1', ''], ['b', 'B', 'one', ''], ['c', 'C', '3', ''])

const handles = async (shop: Shop) =>
  (await shop.api.get('/v1/catalog/products')).body.data.map(({ handle }: { handle: string }) => handle).sort()
const events = async (shop: Shop) => (await shop.api.get('/v1/events')).body.data

describe('runImport', () => {
  it('imports the valid products, or none, depending on onError', async () => {
    const shop = await openShopWithWorker()
    const nothing = await importFile(shop, MIXED, '?onError=abort')
    expect(nothing).toMatchObject({
      status: 'failed',
      counts: { created: 0, updated: 0, unchanged: 0, failed: 1 },
      errors: [{ row: 3, column: 'Variant Price' }],
    })
    expect([await handles(shop), await events(shop)]).toEqual([[], []])
    await addProduct(shop.api, { handle: 'taken', externalId: 'erp-1' })
    const late = csv(NAMES, ['a', 'A', '1', ''], ['b', 'B', '2', 'erp-1'])
    expect(await importFile(shop, late, '?onError=abort')).toMatchObject({
      status: 'failed',
      counts: { created: 0, failed: 1 },
      errors: [{ row: 3, column: 'External Id', message: 'is already in use by another product' }],
    })
    const both = csv(NAMES, ['x', 'X', 'one', ''], ['a', 'A', '1', ''], ['b', 'B', '2', 'erp-1'], ['', '', '3', ''])
    const all = await importFile(shop, both, '?onError=abort')
    expect(all).toMatchObject({ status: 'failed', counts: { created: 0, failed: 3 }, rows: { done: 4, total: 4 } })
    expect(all.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [2, 'Variant Price'],
      [4, 'External Id'],
      [5, 'Handle'],
    ])
    expect(await handles(shop)).toEqual(['taken'])
    const good = csv(NAMES, ['a', 'A', '1', ''], ['b', 'B', '2', ''])
    expect(await importFile(shop, good, '?onError=abort')).toMatchObject({
      status: 'completed',
      counts: { created: 2 },
    })
    expect(await importFile(shop, MIXED)).toMatchObject({
      status: 'completed',
      counts: { created: 1, unchanged: 1, failed: 1 },
    })
    expect(await handles(shop)).toEqual(['a', 'b', 'c', 'taken'])
  })

  it('reports the outcome of a dry run and changes nothing', async () => {
    const shop = await openShopWithWorker()
    const variants = [{ prices: [{ price: eur(500) }] }]
    await addProduct(shop.api, { handle: 'a', options: [], variants })
    const before = [await handles(shop), await events(shop)]
    for (const [query, status] of [
      ['?dryRun=true', 'completed'],
      ['?dryRun=true&onError=abort', 'failed'],
    ] as const) {
      expect(await importFile(shop, MIXED, query)).toMatchObject({ status, dryRun: true, errorCount: 1 })
    }
    expect((await importFile(shop, MIXED, '?dryRun=true')).counts).toMatchObject({ created: 1, updated: 1, failed: 1 })
    expect([await handles(shop), await events(shop)]).toEqual(before)
  })

  it('waits for a worker, appears in the list, and keeps its report but not its file', async () => {
    const shop = await openIsolatedShop()
    const [first, second] = [await uploadFile(shop.api, MIXED), await uploadFile(shop.api, MIXED)]
    expect(second.body).toMatchObject({ status: 'queued', rows: { done: 0, total: null }, startedAt: null })
    const worker = await shop.server.startWorker()
    for (const { body } of [first, second])
      expect(await waitForReport(shop, body.id)).toMatchObject({ status: 'completed' })
    await worker.stop()
    const { data } = (await shop.api.get(IMPORTS)).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id])
    expect(data[0]).toMatchObject({ errorCount: 1, rows: { done: 3, total: 3 }, finishedAt: expect.any(String) })
    expect(data[0]).not.toHaveProperty('errors')
    expect((await shop.sandbox.get(IMPORTS)).body.data).toEqual([])
    const { rows } = await shop.server.db.pool.query('select count(file)::int as files from imports')
    expect(rows).toEqual([{ files: 0 }])
  })

  it('runs once per Idempotency-Key', async () => {
    const shop = await openShopWithWorker()
    const send = (file: string) =>
      shop.api.send('POST', IMPORTS, file, { 'content-type': 'text/csv', 'idempotency-key': 'one' })
    const [first, again, other] = [await send(MIXED), await send(MIXED), await send(`${MIXED}\n`)]
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true'])
    expect([other.status, (await shop.api.get(IMPORTS)).body.data.length]).toEqual([422, 1])
  })

  it('fails with an explanation after too many attempts', async () => {
    const shop = await openIsolatedShop()
    const { body } = await uploadFile(shop.api, MIXED)
    await shop.server.db.pool.query('update imports set attempts = 5')
    await shop.server.startWorker()
    expect(await waitForReport(shop, body.id)).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('5 times') }],
    })
    expect(await handles(shop)).toEqual([])
  })

  it('rejects a body that is not CSV, empty or larger than 20 MB', async () => {
    const shop = await openIsolatedShop()
    const json = await shop.api.post(IMPORTS, { products: [] })
    expect([json.status, json.body.error.code, json.body.error.message]).toEqual([
      415,
      'unsupported_media_type',
      'Send the CSV file as the request body, with Content-Type: text/csv.',
    ])
    const large = await uploadFile(shop.api, 'x'.repeat(20 * 1_048_576 + 1))
    expect([large.status, large.body.error.message]).toEqual([413, 'The body must have at most 20 MB.'])
    expect((await uploadFile(shop.api, '')).status).toBe(400)
    expect((await shop.api.send('POST', IMPORTS)).status).toBe(400)
    expect((await uploadFile(shop.api, MIXED, '?onError=maybe')).body.error.details[0].path).toBe('/onError')
    const type = { 'content-type': 'text/csv; charset=utf-8' }
    expect((await shop.api.send('POST', IMPORTS, MIXED, type)).status).toBe(202)
    expect((await shop.storefront.get(IMPORTS)).status).toBe(401)
  })

  it('resumes after the last committed batch', async () => {
    const shop = await openIsolatedShop()
    const products = Array.from({ length: 250 }, (_, n) => [`p-${n}`, 'P', '1', ''])
    const { body } = await uploadFile(shop.api, csv(NAMES, ...products))
    // Simulates a worker that was killed after the first hundred products: they must not be imported again.
    await shop.server.db.pool.query('update imports set steps_done = 101, rows_done = 100, created = 100')
    await shop.server.startWorker()
    const report = await waitForReport(shop, body.id)
    expect(report).toMatchObject({ status: 'completed', rows: { done: 250, total: 250 }, counts: { created: 250 } })
    await vi.waitFor(
      async () => {
        const { rows } = await shop.server.db.pool.query('select count(*)::int as count from products')
        expect(rows).toEqual([{ count: 150 }])
      },
      { timeout: 120_000 },
    )
  })
})

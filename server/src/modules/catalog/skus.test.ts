import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { csv, importFile, openShopWithWorker } from '../../../test/product-files.ts'
import { eur } from '../../../test/sample-products.ts'

const PRODUCTS = '/v1/catalog/products'
const prices = [{ price: eur(900) }]
const product = (title: string, ...skus: string[]) => ({
  title,
  options: [{ name: 'No', values: skus.map((_, at) => `${at}`) }],
  variants: skus.map((sku, at) => ({ sku, options: { No: `${at}` }, prices })),
})

async function createWithSkus(shop: Shop, title: string, ...skus: string[]) {
  const { status, body } = await shop.api.post(PRODUCTS, product(title, ...skus))
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

const requireUniqueSkus = (shop: Shop, uniqueSkus = true) => shop.api.patch('/v1/workspace', { uniqueSkus })

async function openWithUniqueSkus(shop: Shop) {
  expect((await requireUniqueSkus(shop)).body.uniqueSkus).toBe(true)
  return shop
}

const errorOf = ({ status, body }: Awaited<ReturnType<Shop['api']['post']>>) => ({
  status,
  code: body.error?.code,
  paths: body.error?.details?.map(({ path }: { path: string }) => path),
})
const conflictAt = (path: string) => ({ status: 409, code: 'conflict', paths: [path] })

describe('setting uniqueSkus', () => {
  it("is off by default, and can't be turned on while variants share SKUs", async () => {
    const shop = await openShop()
    expect((await shop.api.get('/v1/workspace')).body.uniqueSkus).toBe(false)
    const [cup, mug] = [await createWithSkus(shop, 'Cup', 'A', 'B'), await createWithSkus(shop, 'Mug', 'A', 'C')]
    const rejected = await requireUniqueSkus(shop)
    expect(errorOf(rejected)).toEqual(conflictAt('/uniqueSkus'))
    const [detail] = rejected.body.error.details
    expect(detail).toEqual({
      path: '/uniqueSkus',
      message: 'A is used by Cup, Mug',
      sku: 'A',
      variantIds: [cup.variants[0].id, mug.variants[0].id],
      variantCount: 2,
    })
    expect((await shop.api.get('/v1/workspace')).body.uniqueSkus).toBe(false)

    await shop.api.patch(`${PRODUCTS}/${mug.id}/variants/${mug.variants[0].id}`, { sku: 'D' })
    expect((await requireUniqueSkus(shop)).body.uniqueSkus).toBe(true)
    expect((await shop.sandbox.get('/v1/workspace')).body.uniqueSkus).toBe(false)
    await requireUniqueSkus(shop, false)
    await createWithSkus(shop, 'Jug', 'A')
  })

  it('rejects a SKU of another variant on every endpoint, and names that variant', async () => {
    const shop = await openWithUniqueSkus(await openShop())
    const [cup, mug] = [await createWithSkus(shop, 'Cup', 'A', 'B'), await createWithSkus(shop, 'Mug', 'C')]
    const path = `${PRODUCTS}/${mug.id}`
    const created = await shop.api.post(PRODUCTS, product('Jug', 'E', 'A'))
    expect(errorOf(created)).toEqual(conflictAt('/variants/1/sku'))
    expect(created.body.error.details[0]).toMatchObject({ sku: 'A', variantId: cup.variants[0].id })
    expect(errorOf(await shop.api.post(PRODUCTS, product('Jug', 'E', 'E')))).toEqual(conflictAt('/variants/1/sku'))
    const variants = [{ ...mug.variants[0], sku: 'B' }]
    expect(errorOf(await shop.api.patch(path, { variants }))).toEqual(conflictAt('/variants/0/sku'))
    const changed = await shop.api.patch(`${path}/variants/${mug.variants[0].id}`, { sku: 'A' })
    expect(errorOf(changed)).toEqual(conflictAt('/sku'))
    const second = { ...product('Mug', 'C', 'A'), variants: [{ options: { No: '1' }, sku: 'A', prices }] }
    const added = await shop.api.patch(path, {
      options: second.options,
      variants: [mug.variants[0], second.variants[0]],
    })
    expect(errorOf(added)).toEqual(conflictAt('/variants/1/sku'))
    expect((await shop.api.get(path)).body).toMatchObject({ version: 1, variants: mug.variants })

    // SKUs may be swapped within one product, and other fields still change.
    const [one, two] = cup.variants
    const swapped = [
      { ...one, sku: 'B' },
      { ...two, sku: 'A' },
    ]
    expect((await shop.api.patch(`${PRODUCTS}/${cup.id}`, { variants: swapped })).status).toBe(200)
    expect((await shop.api.patch(path, { title: 'Beaker' })).status).toBe(200)
  })

  it('fails only the bulk products that use a SKU of another variant, unless an earlier entry released it', async () => {
    const shop = await openWithUniqueSkus(await openShop())
    await createWithSkus(shop, 'Cup', 'A')
    const bulk = async (...products: object[]) => {
      const { body } = await shop.api.post(`${PRODUCTS}/bulk`, { matchBy: 'handle', products })
      return body.results
    }
    const named = (handle: string, ...skus: string[]) => ({ handle, ...product(handle, ...skus) })
    const outcomes = await bulk(named('jug', 'J'), named('can', 'X', 'A'), named('pot', 'J'), named('pan', 'P'))
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'failed',
      'failed',
      'created',
    ])
    expect(outcomes[1].error.details).toMatchObject([{ path: '/variants/1/sku' }])
    const jug = { handle: 'jug', variants: [{ id: await variantOf(shop, 'jug'), sku: 'J2' }] }
    const moved = await bulk(jug, named('pot', 'J'))
    expect(moved.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['updated', 'created'])
  })

  it('fails the CSV rows that use a SKU of another variant, even in a dry run', async () => {
    const shop = await openWithUniqueSkus(await openShopWithWorker())
    await createWithSkus(shop, 'Cup', 'A')
    const file = csv(
      ['Handle', 'Title', 'Variant SKU', 'Variant Price'],
      ['jug', 'Jug', 'J', '9.00'],
      ['can', 'Can', 'A', '9.00'],
      ['pot', 'Pot', 'J', '9.00'],
    )
    const expected = {
      counts: { created: 1, failed: 2 },
      errors: [
        { row: 3, column: 'Variant SKU' },
        { row: 4, column: 'Variant SKU' },
      ],
    }
    expect(await importFile(shop, file, '?dryRun=true')).toMatchObject(expected)
    expect(await importFile(shop, file)).toMatchObject(expected)
  })

  it('holds under concurrent writes of the same SKU, and while the setting is being turned on', async () => {
    const shop = await openShop()
    const cups = await Promise.all(Array.from({ length: 4 }, (_, at) => createWithSkus(shop, `Cup ${at}`, `CUP-${at}`)))
    const take = (cup: { id: string; variants: { id: string }[] }, sku: string) =>
      shop.api.patch(`${PRODUCTS}/${cup.id}/variants/${cup.variants[0]?.id}`, { sku })
    const countOf = async (sku: string) => (await shop.api.get(`${PRODUCTS}?sku=${sku}`)).body.data.length

    // Either the setting wins and one variant gets the SKU, or the variants win and the setting is rejected.
    const [setting] = await Promise.all([requireUniqueSkus(shop), ...cups.map((cup) => take(cup, 'SAME'))])
    expect([200, 409]).toContain(setting.status)
    const shared = await countOf('SAME')
    expect(setting.status === 200 ? shared === 1 : shared > 1).toBe(true)

    if (setting.status === 409) {
      for (const [at, cup] of cups.entries()) await take(cup, `CUP-${at}`)
      await openWithUniqueSkus(shop)
    }
    const patched = cups.map((cup) => take(cup, 'ONE'))
    const created = [1, 2].map(() => shop.api.post(PRODUCTS, product('Jug', 'ONE')))
    const statuses = (await Promise.all([...patched, ...created])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    expect(await countOf('ONE')).toBe(1)
  })
})

async function variantOf(shop: Shop, handle: string): Promise<string> {
  const { data } = (await shop.api.get(`${PRODUCTS}?limit=100`)).body
  return data.find((one: { handle: string }) => one.handle === handle).variants[0].id
}

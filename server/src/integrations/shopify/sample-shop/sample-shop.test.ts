import { describe, expect, it } from 'vitest'
import { readImage } from '../../../modules/files/read-image.ts'
import { SHOP_RESOURCES, type ShopLine, type ShopResource } from '../../../ports/shop-lines.ts'
import { sampleShop } from './sample-shop.ts'

const signal = new AbortController().signal

async function readAll<R extends ShopResource>(resource: R, updatedFrom?: string): Promise<ShopLine<R>[]> {
  const id = await sampleShop.startExport(resource, updatedFrom ? { updatedFrom } : {}, signal)
  const { url } = await sampleShop.getExport(id, signal)
  const lines: ShopLine<R>[] = []
  if (url) for await (const { line } of sampleShop.readExport(resource, url, 0, signal)) lines.push(line)
  return lines
}

describe('The sample shop', () => {
  it.each(SHOP_RESOURCES)('exports %s that refer only to each other', async (resource) => {
    const lines = await readAll(resource)
    const roots = new Set(lines.filter(({ __parentId }) => __parentId === undefined).map(({ id }) => id))
    expect(roots.size).toBeGreaterThan(5)
    for (const { __parentId } of lines) if (__parentId) expect(roots).toContain(__parentId)
    const ids = lines.map(({ id, __parentId = '' }) => `${id} ${__parentId}`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has about thirty products with unique handles and SKUs', async () => {
    const lines = await readAll('products')
    const products = lines.filter((line) => line.__typename === 'Product')
    const skus = lines.flatMap((line) => (line.__typename === 'ProductVariant' ? [line.sku] : []))
    expect(products.length).toBeGreaterThanOrEqual(30)
    expect(new Set(products.map(({ handle }) => handle)).size).toBe(products.length)
    expect(new Set(skus).size).toBe(skus.length)
    const prices = lines.flatMap((line) => (line.__typename === 'ProductVariant' ? [Number(line.price)] : []))
    expect(Math.min(...prices)).toBeGreaterThan(0)
  })

  it('has orders of known variants and customers whose amounts add up', async () => {
    const variants = new Set((await readAll('products')).map(({ id }) => id))
    const customers = new Set((await readAll('customers')).map(({ id }) => id))
    const lines = await readAll('orders')
    const cents = (set: { shopMoney: { amount: string } }) => Math.round(Number(set.shopMoney.amount) * 100)
    for (const order of lines) {
      if (order.__typename !== 'Order') continue
      expect(customers).toContain(order.customer?.id)
      let total = cents(order.totalShippingPriceSet)
      for (const item of lines) {
        if (item.__typename !== 'LineItem' || item.__parentId !== order.id) continue
        expect(variants).toContain(item.variant?.id)
        total += cents(item.originalUnitPriceSet) * item.quantity
        for (const { allocatedAmountSet } of item.discountAllocations) total -= cents(allocatedAmountSet)
      }
      expect(total).toBe(cents(order.totalPriceSet))
    }
  })

  it('continues an export where its reader stopped', async () => {
    const all = await readAll('products')
    const rest: ShopLine[] = []
    for await (const { line } of sampleShop.readExport('products', 'products@', 100, signal)) rest.push(line)
    expect(rest).toEqual(all.slice(100))
  })

  it('has nothing new after its last change', async () => {
    expect(await readAll('products', '2026-11-01T00:00:00Z')).toEqual([])
  })

  it('draws an image of every product that our file store accepts', async () => {
    const images = (await readAll('products')).flatMap((line) =>
      line.__typename === 'MediaImage' ? [line.image?.url ?? ''] : [],
    )
    for (const url of images.slice(0, 3)) {
      const { body } = await sampleShop.downloadImage(url, signal)
      expect(readImage(body, 'image/png')).toMatchObject({ width: 480, height: 480 })
    }
    await expect(sampleShop.downloadImage('https://x/none.png', signal)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('finds single objects', async () => {
    expect(await sampleShop.getObject('products', 'gid://shopify/Product/1', signal)).toHaveLength(11)
    expect(await sampleShop.getObject('products', 'gid://shopify/Product/999', signal)).toBeUndefined()
  })
})

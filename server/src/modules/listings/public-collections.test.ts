import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addProduct } from '../../../test/sample-products.ts'

describe('GET /v1/collections', () => {
  it('lists active collections, newest first, with pagination and without rules', async () => {
    const shop = await openShop()
    const manual = await addCollection(shop.api, {
      title: 'Manual',
      description: '**Bold**',
      image: { url: 'https://cdn.example.com/a.jpg' },
    })
    await addCollection(shop.api, { title: 'Draft', status: 'draft' })
    const byRules = await addCollection(shop.api, {
      title: 'Rules',
      kind: 'rules',
      rules: [{ field: 'tag', relation: 'has', value: 'secret plan' }],
      sort: 'price',
    })
    await addCollection(shop.sandbox, { title: 'Sandbox' })
    const { status, body } = await shop.storefront.get('/v1/collections')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: byRules.id,
          handle: 'rules',
          title: 'Rules',
          description: '',
          descriptionHtml: '',
          image: null,
          sort: 'price',
          seo: { title: null, description: null },
          productCount: 0,
        },
        {
          id: manual.id,
          handle: 'manual',
          title: 'Manual',
          description: '**Bold**',
          descriptionHtml: '<p><strong>Bold</strong></p>\n',
          image: { id: expect.stringMatching(/^img_/), url: 'https://cdn.example.com/a.jpg', alt: '' },
          sort: 'manual',
          seo: { title: null, description: null },
          productCount: 0,
        },
      ],
      nextCursor: null,
    })
    const first = (await shop.storefront.get('/v1/collections?limit=1')).body
    const second = (await shop.storefront.get(`/v1/collections?limit=1&cursor=${first.nextCursor}`)).body
    expect([...first.data, ...second.data]).toEqual(body.data)
    expect((await shop.storefront.get('/v1/collections?status=draft')).status).toBe(400)
  })
})

describe('GET /v1/collections/:handle', () => {
  it('finds by handle and id, but no drafts and no collections of other workspaces', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const { id } = await addCollection(shop.api, { title: 'Summer' })
    const byHandle = await shop.storefront.get('/v1/collections/summer')
    expect([byHandle.status, byHandle.body.id]).toEqual([200, id])
    expect((await shop.storefront.get(`/v1/collections/${id}`)).body).toEqual(byHandle.body)
    expect((await other.storefront.get('/v1/collections/summer')).status).toBe(404)
    expect((await other.storefront.get(`/v1/collections/${id}`)).status).toBe(404)
    expect((await shop.sandbox.get(`/v1/collections/${id}`)).status).toBe(404)

    await shop.api.patch(`/v1/catalog/collections/${id}`, { status: 'draft' })
    expect((await shop.storefront.get('/v1/collections/summer')).status).toBe(404)
    expect((await shop.storefront.get(`/v1/collections/${id}`)).status).toBe(404)
    expect((await shop.api.get('/v1/collections/summer')).status).toBe(404)
  })

  it('counts only published products', async () => {
    const shop = await openShop()
    const rules = [{ field: 'tag', relation: 'has', value: 'summer' }] as const
    const { productCount, handle } = await addCollection(shop.api, { kind: 'rules', rules: [...rules] })
    expect(productCount).toBe(0)
    const past = '2020-01-01T00:00:00Z'
    const future = '2999-01-01T00:00:00Z'
    await addProduct(shop.api)
    await addProduct(shop.api, { publishAt: past, unpublishAt: future })
    await addProduct(shop.api, { status: 'draft' })
    await addProduct(shop.api, { status: 'archived' })
    await addProduct(shop.api, { publishAt: future })
    await addProduct(shop.api, { unpublishAt: past })
    await addProduct(shop.api, { tags: [] })
    expect((await shop.storefront.get(`/v1/collections/${handle}`)).body.productCount).toBe(2)
    expect((await shop.storefront.get('/v1/collections')).body.data[0].productCount).toBe(2)
  })
})

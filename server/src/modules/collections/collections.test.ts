import { describe, expect, it } from 'vitest'
import { listEvents } from '../../../test/event-log.ts'
import { openShop } from '../../../test/open-shop.ts'
import { addCollection, listProductIds } from '../../../test/sample-collections.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'

const COLLECTIONS = '/v1/catalog/collections'
const tagged = (value: string) => [{ field: 'tag', relation: 'has', value }] as const

describe('POST /v1/catalog/collections', () => {
  it('stores all given fields and emits an event', async () => {
    const shop = await openShop()
    const announced: string[] = []
    shop.server.db.onNotify('catalog_changed', (environmentId) => void announced.push(environmentId))
    const input = {
      title: 'Été 2027',
      description: 'For *hot* days',
      image: { url: 'https://cdn.example.com/summer.jpg', alt: 'A beach' },
      status: 'active',
      kind: 'rules',
      match: 'any',
      rules: [
        { field: 'tag', relation: 'has', value: 'summer' },
        { field: 'price', relation: 'less_than', value: eur(1000) },
        { field: 'custom_field', key: 'season', relation: 'is', value: 'summer' },
      ],
      sort: '-price',
      seo: { title: 'Summer things' },
    }
    const created = await shop.api.post(COLLECTIONS, input)
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    const { id, createdAt, updatedAt, ...rest } = created.body
    expect(rest).toEqual({
      ...input,
      image: { id: expect.stringMatching(/^img_/), ...input.image },
      handle: 'ete-2027',
      seo: { title: 'Summer things', description: null },
      productCount: 0,
      updating: false,
      version: 1,
    })
    expect((await shop.api.get(`${COLLECTIONS}/${id}`)).body).toEqual(created.body)
    expect(await listEvents(shop)).toEqual([['collection.created', { collectionId: id }]])
    expect(announced).toEqual([shop.live.environmentId])
  })

  it('defaults to a manual draft; a rule-based collection sorts by newest', async () => {
    const shop = await openShop()
    expect((await shop.api.post(COLLECTIONS, { title: 'A' })).body).toMatchObject({
      kind: 'manual',
      status: 'draft',
      match: 'all',
      rules: [],
      sort: 'manual',
      image: null,
      description: '',
    })
    const byRules = await addCollection(shop.api, { kind: 'rules', rules: [...tagged('x')] })
    expect(byRules.sort).toBe('newest')
  })

  it('derives handles from titles, with a number for duplicates, even under concurrency', async () => {
    const shop = await openShop()
    const collections = await Promise.all(Array.from({ length: 4 }, () => addCollection(shop.api)))
    expect(collections.map(({ handle }) => handle).sort()).toEqual(['summer', 'summer-2', 'summer-3', 'summer-4'])
    for (let number = 5; number <= 20; number++) await addCollection(shop.api)
    expect((await addCollection(shop.api)).handle).toMatch(/^summer-[0-9a-z]{26}$/)
    const conflict = await shop.api.post(COLLECTIONS, { title: 'Other', handle: 'summer' })
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'conflict'])
    expect((await addCollection(shop.sandbox, { handle: 'summer' })).handle).toBe('summer')
    expect((await addCollection(shop.api, { title: '!!!' })).handle).toMatch(/^col-/)
    const long = `${'a'.repeat(95)}-${'b'.repeat(10)}`
    await addCollection(shop.api, { title: long })
    expect((await addCollection(shop.api, { title: long })).handle).toBe(`${'a'.repeat(95)}-2`)
  })

  it.each([
    ['no title', { kind: 'manual' }, '/title'],
    ['rules for a manual collection', { title: 'A', rules: tagged('x') }, '/rules'],
    ['no rules', { title: 'A', kind: 'rules' }, '/rules'],
    ['51 rules', { title: 'A', kind: 'rules', rules: Array(51).fill(tagged('x')[0]) }, '/rules'],
    [
      'an unknown rule field',
      { title: 'A', kind: 'rules', rules: [{ field: 'color', relation: 'is', value: 'x' }] },
      '/rules/0/field',
    ],
    [
      'a relation that the field does not support',
      { title: 'A', kind: 'rules', rules: [{ field: 'price', relation: 'contains', value: eur(1) }] },
      '/rules/0/relation',
    ],
    [
      'another currency',
      {
        title: 'A',
        kind: 'rules',
        rules: [{ field: 'price', relation: 'is', value: { amount: 1, currency: 'USD' } }],
      },
      '/rules/0/value/currency',
    ],
    [
      'manual sorting of a rule-based collection',
      { title: 'A', kind: 'rules', rules: tagged('x'), sort: 'manual' },
      '/sort',
    ],
    ['an unknown sort order', { title: 'A', sort: 'random' }, '/sort'],
    ['an image with a javascript: URL', { title: 'A', image: { url: 'javascript:alert(1)' } }, '/image/url'],
    ['a handle with spaces', { title: 'A', handle: 'My Summer' }, '/handle'],
  ])('rejects %s with the path of the error', async (_name, body, path) => {
    const shop = await openShop()
    const response = await shop.api.post(COLLECTIONS, body)
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    expect((await shop.api.get(COLLECTIONS)).body.data).toEqual([])
    expect(await listEvents(shop)).toEqual([])
  })

  it('accepts 50 rules', async () => {
    const shop = await openShop()
    const rules = Array.from({ length: 50 }, (_, at) => tagged(`tag ${at}`)[0])
    expect((await addCollection(shop.api, { kind: 'rules', rules })).rules).toHaveLength(50)
  })
})

describe('GET /v1/catalog/collections', () => {
  it('lists newest first, with filters by kind and status and pagination', async () => {
    const shop = await openShop()
    const rules = [...tagged('x')]
    const a = await addCollection(shop.api, { title: 'A' })
    const b = await addCollection(shop.api, { title: 'B', kind: 'rules', rules })
    const c = await addCollection(shop.api, { title: 'C', kind: 'rules', rules, status: 'draft' })
    await addCollection(shop.sandbox, { title: 'Other' })
    const ids = async (query: string) =>
      (await shop.api.get(`${COLLECTIONS}?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([c.id, b.id, a.id])
    expect(await ids('kind=rules')).toEqual([c.id, b.id])
    expect(await ids('kind=rules&status=draft')).toEqual([c.id])
    expect(await ids('status=active')).toEqual([b.id, a.id])
    const { nextCursor } = (await shop.api.get(`${COLLECTIONS}?limit=2`)).body
    expect((await shop.api.get(`${COLLECTIONS}?limit=2&cursor=${nextCursor}`)).body).toEqual({
      data: [a],
      nextCursor: null,
    })
    expect((await shop.api.get(`${COLLECTIONS}?kind=magic`)).status).toBe(400)
  })
})

describe('PATCH /v1/catalog/collections/:id', () => {
  it('keeps the id of an image until its URL changes', async () => {
    const shop = await openShop()
    const url = 'https://cdn.example.com/a.jpg'
    const { id, image } = await addCollection(shop.api, { image: { url, alt: 'A' } })
    const setImage = async (image: object) => (await shop.api.patch(`${COLLECTIONS}/${id}`, { image })).body.image
    expect(await setImage({ url, alt: 'B' })).toEqual({ id: image.id, url, alt: 'B' })
    const other = await setImage({ url: 'https://cdn.example.com/b.jpg' })
    expect(other.id).toMatch(/^img_/)
    expect(other.id).not.toBe(image.id)
  })

  it('changes only the given fields', async () => {
    const shop = await openShop()
    const { id, ...before } = await addCollection(shop.api, {
      image: { url: 'https://cdn.example.com/a.jpg', alt: 'A' },
      seo: { title: 'T', description: 'D' },
    })
    const changed = await shop.api.patch(`${COLLECTIONS}/${id}`, { title: 'Winter', seo: { title: null } })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    expect(changed.body).toEqual({
      ...before,
      id,
      title: 'Winter',
      seo: { title: null, description: 'D' },
      version: 2,
      updatedAt: expect.any(String),
    })
    const bare = await shop.api.patch(`${COLLECTIONS}/${id}`, { image: null, handle: 'cold' })
    expect(bare.body).toMatchObject({ image: null, handle: 'cold', title: 'Winter', version: 3 })
    const [updated] = await listEvents(shop)
    expect(updated).toEqual(['collection.updated', { collectionId: id }])
  })

  it('rejects a stale If-Match', async () => {
    const shop = await openShop()
    const { id } = await addCollection(shop.api)
    const change = (title: string, tag: string) =>
      shop.api.send('PATCH', `${COLLECTIONS}/${id}`, { title }, { 'if-match': tag })
    expect((await change('First', '"1"')).status).toBe(200)
    const late = await change('Second', '"1"')
    expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed'])
    expect((await shop.api.get(`${COLLECTIONS}/${id}`)).body.title).toBe('First')
    const both = await Promise.all([change('A', '"2"'), change('B', '"2"')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('rejects a handle in use, fields that do not match its kind, and a change of kind', async () => {
    const shop = await openShop()
    await addCollection(shop.api, { title: 'Taken' })
    const manual = await addCollection(shop.api)
    const byRules = await addCollection(shop.api, { kind: 'rules', rules: [...tagged('x')] })
    const errorFor = async (id: string, body: unknown) => {
      const { status, body: response } = await shop.api.patch(`${COLLECTIONS}/${id}`, body)
      return [status, response.error.details?.[0].path]
    }
    expect(await errorFor(manual.id, { handle: 'taken' })).toEqual([409, '/handle'])
    expect(await errorFor(manual.id, { rules: tagged('x') })).toEqual([400, '/rules'])
    expect(await errorFor(byRules.id, { rules: [] })).toEqual([400, '/rules'])
    expect(await errorFor(byRules.id, { sort: 'manual' })).toEqual([400, '/sort'])
    expect(await errorFor(byRules.id, { kind: 'manual' })).toEqual([400, '/kind'])
    expect((await shop.api.get(`${COLLECTIONS}/${byRules.id}`)).body).toEqual(byRules)
    expect((await shop.api.get(`${COLLECTIONS}/${manual.id}`)).body).toEqual(manual)
  })

  it('keeps price rules when the shop currency changes, and validates the currency when they are saved again', async () => {
    const shop = await openShop()
    const { id: productId } = await addProduct(shop.api)
    const price = (currency: string) => [{ field: 'price', relation: 'less_than', value: { amount: 4000, currency } }]
    const { id } = (await shop.api.post(COLLECTIONS, { title: 'Cheap', kind: 'rules', rules: price('EUR') })).body
    await shop.api.patch('/v1/workspace', { currency: 'USD' })
    expect((await shop.api.patch(`${COLLECTIONS}/${id}`, { title: 'Still cheap' })).status).toBe(200)
    await shop.api.patch(`/v1/catalog/products/${productId}`, { title: 'Changed' })
    expect(await listProductIds(shop.api, id)).toEqual([productId])
    expect((await shop.api.patch(`${COLLECTIONS}/${id}`, { rules: price('EUR') })).status).toBe(400)
    expect((await shop.api.patch(`${COLLECTIONS}/${id}`, { rules: price('USD') })).body.productCount).toBe(0)
  })
})

describe('DELETE /v1/catalog/collections/:id', () => {
  it('keeps the products, and rejects a stale If-Match', async () => {
    const shop = await openShop()
    const product = await addProduct(shop.api)
    const { id } = await addCollection(shop.api, { kind: 'rules', rules: [...tagged('summer')] })
    const remove = (tag: string) => shop.api.send('DELETE', `${COLLECTIONS}/${id}`, undefined, { 'if-match': tag })
    expect((await remove('"9"')).status).toBe(412)
    expect((await remove('"1"')).status).toBe(204)
    expect((await shop.api.get(`${COLLECTIONS}/${id}`)).status).toBe(404)
    expect((await remove('"1"')).status).toBe(404)
    expect((await shop.api.get(`/v1/catalog/products/${product.id}`)).status).toBe(200)
    expect((await listEvents(shop))[0]).toEqual(['collection.deleted', { collectionId: id }])
    const members = 'select from collection_products where environment_id = $1'
    const { rows } = await shop.server.db.pool.query(members, [shop.live.environmentId])
    expect(rows).toEqual([])
  })
})

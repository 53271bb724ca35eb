import { describe, expect, it } from 'vitest'
import { listEvents } from '../../../test/event-log.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import type { Ctx } from '../../ctx.ts'
import { listPublishedArticles, searchPassages } from './articles.ts'

const DELIVERY = { title: 'Delivery times', body: '## By bicycle\n\nWithin **two** days.' }

const create = async ({ api }: Pick<Shop, 'api'>, article: object = DELIVERY) =>
  (await api.post('/v1/articles', article)).body
const ctxOf = ({ server: { system }, live }: Shop): Ctx => ({ ...system, ...live, caller: { kind: 'system' } })
const eventsOf = async (shop: Shop) =>
  (await listEvents(shop))
    .map(([type]) => type)
    .filter((type) => type.startsWith('article.'))
    .reverse()

describe('/v1/articles', () => {
  it('saves texts as versions, and shows the published one until the next is published', async () => {
    const shop = await openShop()
    const created = await shop.api.post('/v1/articles', { ...DELIVERY, category: 'Shipping', tags: ['bike'] })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    expect(created.body).toEqual({
      ...DELIVERY,
      id: expect.stringMatching(/^art_/),
      handle: 'delivery-times',
      locale: 'en',
      category: 'Shipping',
      tags: ['bike'],
      position: 0,
      status: 'draft',
      currentVersion: 1,
      publishedVersion: null,
      publishedAt: null,
      html: null,
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const path = `/v1/articles/${created.body.id}`
    expect((await shop.api.get('/v1/articles/delivery-times')).body).toEqual(created.body)
    expect((await fetch(`${shop.server.url}/help/${shop.live.environmentId}/delivery-times`)).status).toBe(404)

    const published = await shop.api.send('POST', `${path}/publish`, undefined, { 'if-match': '"1"' })
    const html = '<h2>By bicycle</h2>\n<p>Within <strong>two</strong> days.</p>\n'
    expect(published.body).toMatchObject({ status: 'published', publishedVersion: 1, version: 2, html })
    expect((await shop.api.post(`${path}/publish`)).body).toEqual(published.body)

    const changed = await shop.api.patch(path, { body: 'Tomorrow.' })
    expect(changed.body).toMatchObject({ currentVersion: 2, publishedVersion: 1, body: 'Tomorrow.', html, version: 3 })
    // Other fields make no new text.
    const moved = await shop.api.patch(path, { category: null, position: 3, handle: 'delivery' })
    expect(moved.body).toMatchObject({ currentVersion: 2, category: null, position: 3, handle: 'delivery' })
    const page = await fetch(`${shop.server.url}/help/${shop.live.environmentId}/delivery`)
    expect(await page.text()).toContain(html)

    expect((await shop.api.post(`${path}/publish`)).body).toMatchObject({ publishedVersion: 2 })
    const versions = (await shop.api.get(`${path}/versions`)).body
    expect(versions).toMatchObject({
      data: [
        { version: 2, body: 'Tomorrow.' },
        { version: 1, ...DELIVERY },
      ],
    })
    expect((await shop.api.post(`${path}/unpublish`)).body).toMatchObject({ status: 'draft', html: null })
    expect((await shop.api.send('DELETE', path)).status).toBe(204)
    expect((await shop.api.get(path)).status).toBe(404)
    expect(await eventsOf(shop)).toEqual([
      'article.created',
      'article.published',
      'article.updated',
      'article.updated',
      'article.published',
      'article.unpublished',
      'article.deleted',
    ])
  })

  it('detects concurrent changes, handles in use and texts that are too long', async () => {
    const shop = await openShop()
    const { id } = await create(shop)
    const path = `/v1/articles/${id}`
    const stale = { 'if-match': '"7"' }
    for (const [method, route, body] of [
      ['PATCH', path, { body: 'x' }],
      ['POST', `${path}/publish`, undefined],
      ['POST', `${path}/unpublish`, undefined],
      ['DELETE', path, undefined],
    ] as const) {
      expect([route, (await shop.api.send(method, route, body, stale)).status]).toEqual([route, 412])
    }
    expect((await create(shop)).handle).toBe('delivery-times-2')
    for (const taken of [
      await shop.api.post('/v1/articles', { ...DELIVERY, handle: 'delivery-times' }),
      await shop.api.patch(path, { handle: 'delivery-times-2' }),
    ]) {
      expect([taken.status, taken.body.error]).toMatchObject([
        409,
        { code: 'conflict', details: [{ path: '/handle' }] },
      ])
    }
    expect((await shop.api.patch(path, { handle: 'delivery-times' })).status).toBe(200)
    const long = await shop.api.post('/v1/articles', { ...DELIVERY, body: 'ü'.repeat(50_001) })
    expect([long.status, long.body.error.details]).toMatchObject([400, [{ path: '/body' }]])
    expect((await shop.api.post('/v1/articles/preview', { body: '<b>hi</b> *you*' })).body).toEqual({
      html: '<p>&lt;b&gt;hi&lt;/b&gt; <em>you</em></p>\n',
    })
  })

  it('lists by status, language and words, newest first, and nothing to visitors', async () => {
    const shop = await openShop()
    const { id } = await create(shop)
    await shop.api.post(`/v1/articles/${id}/publish`)
    await create(shop, { title: 'Größen', body: 'Fällt klein aus.', locale: 'de' })
    const titles = async (query: string) =>
      (await shop.api.get(`/v1/articles?${query}`)).body.data.map(({ title }: { title: string }) => title)
    expect(await titles('')).toEqual(['Größen', 'Delivery times'])
    expect(await titles('status=published')).toEqual(['Delivery times'])
    expect(await titles('status=draft')).toEqual(['Größen'])
    expect(await titles('locale=de')).toEqual(['Größen'])
    expect(await titles('q=BICYCLE')).toEqual(['Delivery times'])
    expect(await titles('q=deliv')).toEqual(['Delivery times'])
    expect(await titles('q=nothing')).toEqual([])
    const first = (await shop.api.get('/v1/articles?limit=1')).body
    expect(await titles(`limit=1&cursor=${first.nextCursor}`)).toEqual(['Delivery times'])
    expect(first.data[0].body).toBeUndefined()
    expect((await shop.storefront.get('/v1/articles')).status).toBe(401)
    // Those in the language of the shop come first on its help page, whatever their category.
    await shop.api.patch(`/v1/articles/${id}`, { category: 'Z' })
    for (const { id } of (await shop.api.get('/v1/articles?status=draft')).body.data) {
      await shop.api.patch(`/v1/articles/${id}`, { category: 'A' })
      await shop.api.post(`/v1/articles/${id}/publish`)
    }
    expect((await listPublishedArticles(ctxOf(shop))).map(({ title }) => title)).toEqual(['Delivery times', 'Größen'])
  })
})

describe('searchPassages', () => {
  it('searches published policies and articles of the environment, and follows their changes at once', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const search = (query: string, from = shop) => searchPassages(ctxOf(from), query, { locale: 'en' })
    expect(await search('How fast is the bicycle?')).toEqual([])
    const { id } = await create(shop)
    expect(await search('How fast is the bicycle?')).toEqual([])
    await shop.api.post(`/v1/articles/${id}/publish`)
    await shop.api.send('PUT', '/v1/policies/shipping', { title: 'Shipping', body: 'Bicycles only.' })
    const found = await search('How fast is the bicycle?')
    expect(found).toMatchObject([
      {
        source: 'article',
        id,
        title: 'Delivery times',
        heading: 'By bicycle',
        text: 'Within two days.',
        url: `${shop.server.system.publicUrl}/help/${shop.live.environmentId}/delivery-times`,
        updatedAt: expect.stringMatching(/Z$/),
      },
      { source: 'policy', id: 'shipping', heading: null, text: 'Bicycles only.' },
    ])
    expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true)
    expect(await search('bicycle', other)).toEqual([])
    // A saved text is not searched before it is published.
    await shop.api.patch(`/v1/articles/${id}`, { body: 'By train.' })
    expect((await search('train')).length).toBe(0)
    await shop.api.post(`/v1/articles/${id}/publish`)
    expect(await search('train')).toMatchObject([{ text: 'By train.' }])
    await shop.api.send('DELETE', `/v1/articles/${id}`)
    await shop.api.send('DELETE', '/v1/policies/shipping')
    expect(await search('train bicycle')).toEqual([])
  })
})

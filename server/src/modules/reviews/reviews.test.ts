import { beforeAll, describe, expect, it } from 'vitest'
import { isDistributed } from '../../../test/database.ts'
import { listEventData } from '../../../test/event-log.ts'
import { handleEvent } from '../../../test/inbound-events.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { systemCtx } from '../../../test/placed-order.ts'
import { importJugs } from '../../../test/sample-orders.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { transaction } from '../../ctx.ts'
import type { InboundEvent, Provider } from '../../events/inbound-handler.ts'
import { processEvent } from '../connections/inbound-events/inbound-events.ts'
import { findPerson } from '../customer-data/person.ts'
import { eraseReviews } from './customer-data.ts'
import { matchReviews } from './match-products.ts'
import { reviewsModule } from './module.ts'

const DAY_MS = 86_400_000
const NOW = Math.floor(Date.now() / 1000) * 1000
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const receive = (provider: Provider, body: unknown, more: Partial<InboundEvent> = {}) =>
  handleEvent(systemCtx(shop), reviewsModule.inboundHandlers, provider, body, more)

let lastId = 1000
/** A product that the shop system knows by a number. */
const addKnownProduct = async (more: object = {}) => {
  const number = String(++lastId)
  const product = await addProduct(shop.api, { externalId: `gid://shopify/Product/${number}`, ...more })
  return { id: product.id as string, number, title: product.title as string }
}
const judgeme = (product: { number: string }, more: object = {}) => ({
  review: {
    id: ++lastId,
    title: 'Nice',
    body: 'Light and airy.',
    rating: 5,
    reviewer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    product_external_id: Number(product.number),
    verified: 'buyer',
    curated: 'ok',
    hidden: false,
    published: true,
    created_at: daysAgo(1),
    updated_at: daysAgo(1),
    ...more,
  },
})
const reviewsOf = async ({ id }: { id: string }, query = '') =>
  (await shop.api.get(`/v1/products/${id}/reviews${query}`)).body.data
const ratingOf = async ({ id }: { id: string }) => (await shop.storefront.get(`/v1/products/${id}`)).body.rating

describe('reviews of providers', () => {
  it.each<[Provider, (product: { number: string }) => [unknown, Partial<InboundEvent>?], object]>([
    ['judgeme', (product) => [judgeme(product)], {}],
    [
      'yotpo',
      ({ number }) => [
        {
          event: 'review_create',
          data: {
            id: '219',
            title: 'Nice',
            content: 'Light and airy.',
            score: '5',
            deleted: 'false',
            archived: 'false',
            verified_buyer: 'true',
            customer_email: 'ada@example.com',
            display_name: 'Ada Lovelace',
            external_product_id: number,
            created_at: `${daysAgo(1).slice(0, 19).replace('T', ' ')} UTC`,
          },
        },
      ],
      { externalId: '219' },
    ],
    [
      'okendo',
      ({ number }) => [
        {
          sequenceNumber: 7,
          review: {
            reviewId: 'r-1',
            productId: `shopify-${number}`,
            rating: 5,
            title: 'Nice',
            body: 'Light and airy.',
            status: 'approved',
            dateCreated: daysAgo(1),
            reviewer: { displayName: 'Ada Lovelace', email: 'ada@example.com', isVerified: true },
          },
        },
        { topic: 'review.create' },
      ],
      { externalId: 'r-1' },
    ],
    [
      'trustpilot',
      ({ number }) => [
        {
          events: [
            {
              eventName: 'product-review-created',
              eventData: {
                id: 'tp1',
                stars: 5,
                title: 'Nice',
                text: 'Light and airy.',
                isVerified: true,
                createdAt: daysAgo(1),
                consumer: { name: 'Ada Lovelace' },
                product: { sku: `SKU-${number}` },
              },
            },
          ],
        },
      ],
      { externalId: 'product-tp1' },
    ],
  ])('of %s are attached to their product', async (provider, toEvent, expected) => {
    const number = String(lastId + 1)
    const variants = [{ sku: `SKU-${number}`, prices: [{ price: { amount: 100, currency: 'EUR' } }] }]
    const product = await addKnownProduct({ options: [], variants })
    const [body, more] = toEvent(product)
    expect(await receive(provider, body, more)).toEqual({ status: 'processed' })
    expect(await receive(provider, body, more)).toMatchObject({ status: 'processed', note: 'Nothing has changed.' })
    const reviews = await reviewsOf(product)
    expect(reviews).toMatchObject([
      {
        source: provider,
        productId: product.id,
        rating: 5,
        title: 'Nice',
        body: 'Light and airy.',
        authorName: 'Ada Lovelace',
        verified: true,
        status: 'published',
        ticketId: null,
        createdAt: daysAgo(1),
        ...expected,
      },
    ])
    expect(JSON.stringify(reviews)).not.toContain('ada@example.com')
    expect(await ratingOf(product)).toEqual({ average: 5, count: 1 })
    const events = (await listEventData(shop, 'review.created')).filter((data: object) =>
      JSON.stringify(data).includes(product.id),
    )
    expect(events).toEqual([{ reviewId: reviews[0].id, productId: product.id, rating: 5, status: 'published' }])
  })

  it('arrive at the URL of their connection, and again in a replay', async () => {
    const product = await addKnownProduct()
    await shop.api.send('PUT', '/v1/connections/yotpo', {})
    const { webhookUrl } = (await shop.api.get('/v1/connections/yotpo')).body
    const data = { id: '4711', score: 4, content: 'Good.', external_product_id: product.number, created_at: daysAgo(1) }
    const sent = await shop.api.post(new URL(webhookUrl).pathname, { event: 'review_create', data })
    const process = () => processEvent(systemCtx(shop), reviewsModule.inboundHandlers ?? [], sent.body.id)
    await process()
    const log = async () => (await shop.api.get(`/v1/inbound-events/${sent.body.id}`)).body
    expect(await log()).toMatchObject({ provider: 'yotpo', topic: 'review_create', status: 'processed', note: null })
    const reviews = await reviewsOf(product)
    expect(reviews).toMatchObject([{ externalId: '4711', rating: 4 }])
    expect((await shop.api.post(`/v1/inbound-events/${sent.body.id}/replay`)).status).toBeLessThan(300)
    await process()
    expect([(await log()).status, await reviewsOf(product)]).toEqual(['processed', reviews])
  })

  it('count in every response that shows the product, and in its structured data', async () => {
    const product = await addKnownProduct({ title: 'Rated shirt' })
    expect(await ratingOf(product)).toBeNull()
    for (const [index, rating] of [5, 4, 4, 5, 4, 4].entries()) {
      await receive('judgeme', judgeme(product, { rating, body: `Text ${index}` }))
    }
    const rating = { average: 4.33, count: 6 }
    const [listed] = (await shop.storefront.get('/v1/products?q=rated')).body.data
    const lists = await Promise.all(
      ['newest', 'title', 'price', '-price', 'best_selling'].map((sort) =>
        shop.storefront.get(`/v1/products?sort=${sort}&limit=100`),
      ),
    )
    const inLists = lists.map(({ body }) => body.data.find(({ id }: { id: string }) => id === product.id))
    const catalog = (await shop.api.get(`/v1/catalog/products/${product.id}`)).body
    const shown = (await shop.storefront.get(`/v1/products/${product.id}`)).body
    for (const response of [listed, ...inLists, catalog, shown]) expect(response.rating).toEqual(rating)
    expect(shown.reviews).toBeUndefined()
    expect(shown.jsonLd.aggregateRating).toMatchObject({ ratingValue: 4.33, reviewCount: 6 })
    expect(shown.jsonLd.review).toHaveLength(5)
    expect(shown.jsonLd.review[0]).toMatchObject({
      '@type': 'Review',
      reviewRating: { ratingValue: 4 },
      author: { name: 'Ada L.' },
      datePublished: daysAgo(1).slice(0, 10),
      reviewBody: 'Text 5',
    })
    // A change of the product keeps its rating, and needs none.
    const changed = await shop.api.patch(`/v1/catalog/products/${product.id}`, { title: 'Rated again' })
    expect([changed.body.rating, changed.body.version]).toEqual([rating, 2])
    const same = await shop.api.post('/v1/catalog/products/bulk', {
      matchBy: 'externalId',
      products: [{ externalId: `gid://shopify/Product/${product.number}`, title: 'Rated again' }],
    })
    expect([same.status, same.body.unchanged ?? same.body.results?.[0]?.outcome]).toEqual([200, expect.anything()])
    expect((await shop.api.get(`/v1/catalog/products/${product.id}`)).body.version).toBe(2)
  })

  it('change, move and disappear with the provider’s, in whatever order that is received', async () => {
    const [one, other] = [await addKnownProduct(), await addKnownProduct()]
    const id = ++lastId
    const first = judgeme(one, { id, rating: 3, updated_at: daysAgo(4) })
    const moved = judgeme(other, { id, rating: 4, title: 'Better', updated_at: daysAgo(3) })
    const hidden = judgeme(other, { id, rating: 4, title: 'Better', hidden: true, updated_at: daysAgo(2) })
    const shown = judgeme(other, { id, rating: 4, title: 'Better', updated_at: daysAgo(1) })
    await receive('judgeme', first)
    expect([await ratingOf(one), await ratingOf(other)]).toEqual([{ average: 3, count: 1 }, null])
    await receive('judgeme', moved)
    expect([await ratingOf(one), await ratingOf(other)]).toEqual([null, { average: 4, count: 1 }])
    await receive('judgeme', hidden)
    expect([await ratingOf(other), await reviewsOf(other)]).toEqual([null, []])
    expect((await shop.api.get(`/v1/reviews?productId=${other.id}&status=hidden`)).body.data).toMatchObject([
      { title: 'Better', status: 'hidden' },
    ])
    await receive('judgeme', shown)
    for (const late of [first, moved, hidden]) expect((await receive('judgeme', late)).status).toBe('ignored')
    expect([await ratingOf(one), await ratingOf(other)]).toEqual([null, { average: 4, count: 1 }])

    const okendo = (topic: string, sequenceNumber: number, productId: string) =>
      receive('okendo', { sequenceNumber, review: { reviewId: `o-${id}`, productId, rating: 2 } }, { topic })
    const deletion = await okendo('review.delete', 9, other.number)
    expect([deletion.status, (await okendo('review.create', 8, other.number)).status]).toEqual(['processed', 'ignored'])
    expect(await ratingOf(other)).toEqual({ average: 4, count: 1 })
  })

  it('add up when they arrive at the same time, twice each', async () => {
    const product = await addKnownProduct()
    const bodies = Array.from({ length: 8 }, (_, index) => judgeme(product, { rating: (index % 3) + 3 }))
    await Promise.all([...bodies, ...bodies].map((body) => receive('judgeme', body)))
    expect(await ratingOf(product)).toEqual({ average: 3.88, count: 8 })
    expect(await reviewsOf(product, '?limit=100')).toHaveLength(8)
    expect(await reviewsOf(product, '?rating=5')).toHaveLength(2)
  })

  it('wait for a product that is imported later, and survive its deletion', async () => {
    const number = String(++lastId)
    await receive('judgeme', judgeme({ number }, { title: 'Early' }))
    const [waiting] = (await shop.api.get('/v1/reviews?limit=1')).body.data
    expect(waiting).toMatchObject({ title: 'Early', productId: null })
    const product = await addProduct(shop.api, { externalId: number })
    await matchReviews(systemCtx(shop))
    expect([await ratingOf(product), (await shop.api.get(`/v1/reviews/${waiting.id}`)).body.productId]).toEqual([
      { average: 5, count: 1 },
      product.id,
    ])
    await shop.api.send('DELETE', `/v1/catalog/products/${product.id}`)
    expect((await shop.api.get(`/v1/products/${product.id}/reviews`)).status).toBe(404)
    const { body: survivor } = await shop.api.get(`/v1/reviews/${waiting.id}`)
    // On Citus a job does that, which does not run here.
    expect(survivor).toMatchObject({ rating: 5, ...(!isDistributed() && { productId: null }) })
  })

  it('are ignored without a rating, and whatever else a body contains', async () => {
    for (const provider of ['judgeme', 'yotpo', 'okendo', 'trustpilot'] as const) {
      for (const body of [
        null,
        [],
        'text',
        {},
        { review: null, data: 5, events: {} },
        judgeme({ number: '1' }, { rating: 9 }),
      ]) {
        expect([body, (await receive(provider, body)).status]).toEqual([body, 'ignored'])
      }
    }
    const product = await addKnownProduct()
    const strange = { title: 'a\u0000b\nc', body: `${'x'.repeat(19_999)}😀`, reviewer: { name: ['a'], email: {} } }
    await receive('judgeme', judgeme(product, { ...strange, created_at: 'yesterday', updated_at: '9999-99-99' }))
    const [review] = await reviewsOf(product)
    expect(review).toMatchObject({ title: 'a b c', body: 'x'.repeat(19_999), authorName: null })
  })

  it('belong to their environment', async () => {
    const product = await addKnownProduct()
    await receive('judgeme', judgeme(product))
    const [{ id }] = await reviewsOf(product)
    expect((await shop.sandbox.get(`/v1/reviews/${id}`)).status).toBe(404)
    expect((await shop.sandbox.get('/v1/reviews')).body.data).toEqual([])
    expect((await shop.sandbox.get(`/v1/products/${product.id}/reviews`)).status).toBe(404)
    expect((await shop.storefront.get(`/v1/products/${product.id}/reviews`)).status).toBe(401)
  })

  it('lose their author when that is erased, and keep the stars', async () => {
    const product = await addKnownProduct()
    const email = 'erased@example.com'
    const body = judgeme(product, { reviewer: { name: 'Erased Person', email: email.toUpperCase() } })
    await receive('judgeme', body)
    const { body: customer } = await shop.api.post('/v1/customers', { emails: [{ address: email }] })
    const exported = (await shop.api.post(`/v1/customers/${customer.id}/export`)).body
    expect(exported.reviews).toMatchObject([{ authorName: 'Erased Person', body: 'Light and airy.' }])
    const ctx = systemCtx(shop)
    await transaction(ctx, async (ctx) => eraseReviews(ctx, await findPerson(ctx, customer.id, [email])))
    const later = { review: { ...body.review, body: 'Again', updated_at: daysAgo(0) } }
    expect(await receive('judgeme', later)).toMatchObject({ status: 'ignored' })
    expect(await reviewsOf(product)).toMatchObject([{ authorName: null, title: '', body: '', rating: 5 }])
    expect((await shop.storefront.get(`/v1/products/${product.id}`)).body.jsonLd.review).toBeUndefined()
    expect(await ratingOf(product)).toEqual({ average: 5, count: 1 })
  })
})

describe('POST /v1/reviews', () => {
  it('creates a review, replaces it by its external ID, and opens a ticket for a bad one', async () => {
    const product = await addKnownProduct({ title: 'Own shirt' })
    const first = { externalId: 'own-1', productId: product.id, rating: 4, title: 'Good', authorName: 'Ada' }
    const created = await shop.api.post('/v1/reviews', first)
    expect([created.status, created.body]).toMatchObject([
      201,
      { source: 'api', externalId: 'own-1', productId: product.id, rating: 4, status: 'published', ticketId: null },
    ])
    const bad = { ...first, rating: 1, body: 'It tore.', email: 'ada@example.com' }
    const key = { 'idempotency-key': 'bad-1' }
    const replaced = await shop.api.post('/v1/reviews', bad, key)
    expect(replaced.body).toMatchObject({ id: created.body.id, rating: 1, ticketId: expect.stringMatching(/^tkt_/) })
    expect((await shop.api.post('/v1/reviews', bad, key)).body).toEqual(replaced.body)
    expect(await ratingOf(product)).toEqual({ average: 1, count: 1 })
    expect((await shop.api.get('/v1/tickets?q=Own')).body.data).toMatchObject([
      { subject: '1-star review of Own shirt' },
    ])
    expect((await shop.api.post('/v1/reviews', { ...first, status: 'hidden' })).body.status).toBe('hidden')
    expect(await ratingOf(product)).toBeNull()
    const other = await addProduct((await openShop(shop.server)).api)
    expect((await shop.api.post('/v1/reviews', { ...first, productId: other.id })).status).toBe(404)
    expect((await shop.api.post('/v1/reviews', { rating: 0 })).status).toBe(400)
  })
})

describe('a bad review', () => {
  const ticketsOf = async (q: string) => (await shop.api.get(`/v1/tickets?q=${encodeURIComponent(q)}`)).body.data

  it('opens one ticket, which can be answered by email, however often it changes', async () => {
    const product = await addKnownProduct({ title: 'Scratchy sweater' })
    const reviewer = { name: 'Grace Hopper', email: 'grace@example.com' }
    const body = judgeme(product, { rating: 2, title: 'Itchy', reviewer })
    await Promise.all([receive('judgeme', body), receive('judgeme', body)])
    await receive('judgeme', { review: { ...body.review, rating: 1, updated_at: daysAgo(0) } })
    const tickets = await ticketsOf('Scratchy')
    expect(tickets).toMatchObject([
      {
        subject: '2-star review of Scratchy sweater',
        channel: 'email',
        tags: ['review'],
        requester: { name: 'Grace Hopper', email: 'grace@example.com' },
        waitingSince: expect.any(String),
        messageCount: 1,
      },
    ])
    const [review] = await reviewsOf(product)
    expect(review).toMatchObject({ rating: 1, ticketId: tickets[0].id })
    const [message] = (await shop.api.get(`/v1/tickets/${tickets[0].id}/messages`)).body.data
    expect(message).toMatchObject({ kind: 'customer', text: 'Itchy\n\nLight and airy.\n\n★★☆☆☆ Judge.me' })
  })

  it('is connected with its order, even without an email', async () => {
    const order = await importJugs(shop.api)
    const eventData = { id: 'tp-bad', stars: 1, title: 'Never again', text: 'Late.', createdAt: daysAgo(1) }
    const event = {
      eventName: 'service-review-created',
      eventData: { ...eventData, referenceId: `#${order.number}`, consumer: { name: 'G. H.' } },
    }
    await receive('trustpilot', { events: [event] })
    const [review] = (await shop.api.get('/v1/reviews?source=trustpilot&rating=1')).body.data
    const ticket = (await shop.api.get(`/v1/tickets/${review.ticketId}`)).body
    expect(ticket).toMatchObject({
      subject: '1-star review of your shop',
      channel: 'api',
      orderIds: [order.id],
      customerId: order.customerId,
    })
  })

  it('opens none if it is old, better than the settings say, or if they say so', async () => {
    const product = await addKnownProduct()
    const old = judgeme(product, { rating: 1, created_at: daysAgo(60), updated_at: daysAgo(59) })
    await receive('judgeme', old)
    await receive('judgeme', judgeme(product, { rating: 3 }))
    const put = (ticketMaxRating: number) => shop.api.send('PUT', '/v1/review-settings', { ticketMaxRating })
    expect((await shop.api.get('/v1/review-settings')).body).toEqual({ ticketMaxRating: 2, updatedAt: null })
    expect((await put(0)).body).toMatchObject({ ticketMaxRating: 0, updatedAt: expect.any(String) })
    await receive('judgeme', judgeme(product, { rating: 1 }))
    expect((await reviewsOf(product)).map(({ ticketId }: { ticketId: string | null }) => ticketId)).toEqual([
      null,
      null,
      null,
    ])
    expect((await put(3)).status).toBe(200)
    await receive('judgeme', judgeme(product, { rating: 3 }))
    expect((await reviewsOf(product))[0].ticketId).toMatch(/^tkt_/)
    expect((await put(6)).status).toBe(400)
    await put(2)
  })
})

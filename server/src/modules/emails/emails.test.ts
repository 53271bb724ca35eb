import { describe, expect, it, vi } from 'vitest'
import { type CheckoutShop, createReadyCart, openCheckoutShop, seedShop } from '../../../test/checkout-shop.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { finishJobs } from '../../../test/finish-jobs.ts'
import { openMailServer } from '../../../test/mail-server.ts'
import { openServer } from '../../../test/open-server.ts'
import { type ApiClient, openShop } from '../../../test/open-shop.ts'
import { eur } from '../../../test/sample-products.ts'
import { openMail } from '../../integrations/mail/mail.ts'
import { applyRetention } from '../../jobs/retention.ts'
import type { Mail } from '../../ports/mail.ts'
import { emailRetention } from './jobs.ts'

const FROM = 'Storedesk <shop@example.com>'

/** Opens a shop on its own server with the given mail transport. */
async function openMailShop(mail?: Mail): Promise<CheckoutShop> {
  const shop = await openShop(await openServer({ limitClock: fastClock(), ...(mail && { mail }) }))
  return { ...shop, mug: await seedShop(shop, 100) }
}

async function buy(shop: CheckoutShop, more: object = {}) {
  const cart = await createReadyCart(shop, more)
  const response = await shop.storefront.post('/v1/checkout/card', { cartId: cart.id, paymentMethod: 'pm_card_visa' })
  expect([response.status, response.body.error]).toEqual([201, undefined])
  return response.body.order
}

/** Waits until the newest email matches. */
const waitForEmail = (by: ApiClient, expected: object) =>
  vi.waitFor(
    async () => {
      const [mail] = (await by.get('/v1/emails')).body.data
      expect(mail).toMatchObject(expected)
      return mail
    },
    { timeout: 120_000, interval: 50 },
  )

const anItem = async ({ api }: CheckoutShop, orderId: string) => ({
  itemId: (await api.get(`/v1/orders/${orderId}`)).body.items[0].id,
  quantity: 1,
})

const createConfirmation = (by: ApiClient, orderId: string) =>
  by.post('/v1/emails', { kind: 'order_confirmation', orderId })

/** Runs the subscriber again, as if its first run had not been recorded. */
async function replayEvents({ server, live }: CheckoutShop) {
  await server.db.pool.query(
    `select graphile_worker.add_job('events.subscriber.emails.confirm-orders', json_build_object('environmentId', environment_id, 'eventId', id))
     from events where environment_id = $1 and type = 'order.created'`,
    [live.environmentId],
  )
}

describe('order emails', () => {
  it('sends one email each for the order, fulfillments and refunds without logging personal data', async () => {
    const server = await openMailServer()
    const log = { info: () => {} } as never
    const shop = await openMailShop(openMail({ smtpUrl: server.url, from: FROM, log }))
    await shop.api.send('PUT', '/v1/theme', { brand: { name: 'Hazel & Oak' } })
    const { id: orderId, number } = await buy(shop, { quantity: 2 })
    await shop.server.startWorker()
    const sent = await waitForEmail(shop.api, { status: 'sent' })
    await replayEvents(shop)
    await finishJobs(shop.server)

    expect((await shop.api.get('/v1/emails')).body.data).toEqual([sent])
    expect(sent).toMatchObject({ kind: 'order_confirmation', orderId, to: 'ada@example.com', attempts: 1, error: null })
    expect(server.messages).toHaveLength(1)
    for (const part of [
      'Hazel & Oak <shop@example.com>',
      'To: ada@example.com',
      `#${number}`,
      'text/plain',
      'text/html',
    ])
      expect(server.messages[0]?.replaceAll('"', '')).toContain(part)
    const whole = (await shop.api.get(`/v1/emails/${sent.id}`)).body
    expect(whole.text).toContain('2 × Mug')
    expect(whole.html).toContain('Stephansplatz 1')
    expect((await shop.api.get('/v1/events?type=email.sent')).body.data).toMatchObject([
      { data: { emailId: sent.id, kind: 'order_confirmation', orderId } },
    ])

    await shop.api.post(`/v1/orders/${orderId}/fulfillments`, { items: [await anItem(shop, orderId)], notify: false })
    const parcel = (await shop.api.post(`/v1/orders/${orderId}/fulfillments`, {})).body
    await waitForEmail(shop.api, { kind: 'order_shipped', fulfillmentId: parcel.id, status: 'sent' })
    const refund = (await shop.api.post(`/v1/orders/${orderId}/refunds`, { amount: eur(150) })).body
    await waitForEmail(shop.api, { kind: 'order_refunded', refundId: refund.id, status: 'sent' })
    await finishJobs(shop.server)
    expect(server.messages).toHaveLength(3)
    for (const secret of ['ada@example.com', 'Lovelace', 'Stephansplatz']) {
      expect(shop.server.logged.join('\n')).not.toContain(secret)
    }
  })

  it('retries while the mail server is down, then fails with the reason and can be resent', async () => {
    let refuses = true
    const accepted: string[] = []
    const mail: Mail = {
      send: async ({ to }) => {
        if (refuses) throw new Error(`550 nobody called ${to}`)
        accepted.push(String(to))
      },
    }
    const shop = await openMailShop(mail)
    await buy(shop)
    await shop.server.startWorker()
    const error = '550 nobody called ada@example.com'
    const { id } = await waitForEmail(shop.api, { status: 'queued', attempts: 1, error })

    const { pool } = shop.server.db
    await pool.query('update emails set attempts = 8')
    await pool.query(`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`)
    await waitForEmail(shop.api, { id, status: 'failed', attempts: 9, error })
    expect((await shop.api.get('/v1/events?type=email.failed')).body.data).toMatchObject([{ data: { emailId: id } }])
    expect(shop.server.logged.join('\n')).not.toContain('ada@example.com')

    refuses = false
    const again = await shop.api.post(`/v1/emails/${id}/deliveries`)
    expect([again.status, again.body.status, again.body.error]).toEqual([200, 'queued', null])
    await waitForEmail(shop.api, { id, status: 'sent', attempts: 1 })
    expect(accepted).toEqual(['ada@example.com'])
  })

  it('suppresses the email without a mail server, and creates none when the template is disabled', async () => {
    const shop = await openMailShop()
    await buy(shop)
    await shop.server.startWorker()
    await waitForEmail(shop.api, { status: 'suppressed', error: expect.stringContaining('SMTP_URL'), sentAt: null })
    expect(shop.server.logged.join('\n')).not.toMatch(/ada@example\.com|Lovelace/)

    const draft = { subject: 'x', body: 'x', active: false }
    await shop.api.send('PUT', '/v1/email-templates/order_confirmation', draft)
    const { id } = await buy(shop)
    await finishJobs(shop.server)
    expect((await shop.api.get(`/v1/emails?orderId=${id}`)).body.data).toEqual([])
    expect((await createConfirmation(shop.api, id)).body).toMatchObject({ orderId: id, subject: 'x' })
  })
})

describe('POST /v1/emails', () => {
  it('C2 creates emails in the sandbox but never sends them', async () => {
    const shop = await openCheckoutShop()
    const variants = [
      {
        options: {},
        prices: [{ price: { amount: 100, currency: 'EUR' } }],
        trackStock: false,
        requiresShipping: false,
      },
    ]
    const product = (await shop.sandbox.post('/v1/catalog/products', { title: 'Song', status: 'active', variants }))
      .body
    const cart = { items: [{ variantId: product.variants[0].id }], email: 'ada@example.com' }
    const cartId = (await shop.sandbox.post('/v1/carts', cart)).body.id
    const checkout = await shop.sandbox.post('/v1/checkout/card', { cartId, paymentMethod: 'pm_card_visa' })
    const mail = (await createConfirmation(shop.sandbox, checkout.body.order.id)).body
    expect(mail).toMatchObject({ status: 'suppressed', error: 'Sandbox emails are not sent.', attempts: 0 })
    expect((await shop.sandbox.post(`/v1/emails/${mail.id}/deliveries`)).body).toEqual(mail)
    const { rows } = await shop.server.db.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'emails.send' and key like '%' || $1`,
      [mail.id],
    )
    expect(rows).toHaveLength(0)
    expect((await shop.api.get(`/v1/emails/${mail.id}`)).status).toBe(404)
  })

  it('lists the items and tracking of a fulfillment and the items of a refund', async () => {
    const shop = await openCheckoutShop()
    const { id: orderId } = await buy(shop, { quantity: 2 })
    const write = async (kind: string, refundId?: string) => shop.api.post('/v1/emails', { kind, orderId, refundId })
    for (const kind of ['order_shipped', 'order_refunded']) {
      const early = await write(kind)
      expect([early.status, early.body.error.code]).toEqual([409, 'conflict'])
    }
    const item = await anItem(shop, orderId)
    const tracking = { carrier: 'Post', number: '10345', url: 'https://post.example.com/10345' }
    await shop.api.post(`/v1/orders/${orderId}/fulfillments`, { items: [item], tracking })
    const sent = (await write('order_shipped')).body
    expect(sent).toMatchObject({ fulfillmentId: expect.stringMatching(/^ful_/), refundId: null, giftCardId: null })
    for (const part of ['1 × Mug', 'Post', '10345', tracking.url]) expect(sent.text).toContain(part)
    expect(sent.html).toContain(`href="${tracking.url}"`)

    const ofItem = (await shop.api.post(`/v1/orders/${orderId}/refunds`, { items: [item] })).body
    await shop.api.post(`/v1/orders/${orderId}/refunds`, { amount: eur(150), reason: 'goodwill' })
    const misplaced = await write('order_shipped', ofItem.id)
    expect([misplaced.status, misplaced.body.error.details]).toMatchObject([400, [{ path: '/refundId' }]])
    const latest = (await write('order_refunded')).body
    expect(latest.subject).toContain('€1.50')
    expect(latest.text).not.toMatch(/× Mug|goodwill/)
    // The refund may have gone to a gift card or to points.
    expect(latest.text).not.toContain('original payment method')
    expect((await write('order_refunded', ofItem.id)).body).toMatchObject({
      subject: expect.stringContaining('€24.99'),
      text: expect.stringContaining('1 × Mug'),
    })
  })

  it('returns the existing email, and filters the list by kind, status and order', async () => {
    const shop = await openCheckoutShop()
    const [first, second] = [await buy(shop), await buy(shop)]
    const mail = (await createConfirmation(shop.api, first.id)).body
    expect((await createConfirmation(shop.api, first.id)).body).toEqual(mail)
    await createConfirmation(shop.api, second.id)
    const ordersOf = async (query: string) =>
      (await shop.api.get(`/v1/emails?${query}`)).body.data.map(({ orderId }: { orderId: string }) => orderId)
    expect(await ordersOf('status=queued')).toEqual([second.id, first.id])
    expect(await ordersOf(`orderId=${first.id}&kind=order_confirmation`)).toEqual([first.id])
    expect(await ordersOf('status=sent')).toEqual([])
    expect(Object.keys((await shop.api.get('/v1/emails')).body.data[0])).not.toContain('html')
  })
})

describe('emailRetention', () => {
  it('deletes the body 90 days after sending but keeps the record', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const ages = [
      ['sent', 91],
      ['sent', 89],
      ['queued', 200],
      ['suppressed', 91],
    ] as const
    const emails: string[] = []
    for (const [status, days] of ages) {
      const { id } = (await createConfirmation(shop.api, (await buy(shop)).id)).body
      const at = `now() - interval '${days} days'`
      const sentAt = status === 'sent' ? at : 'null'
      await shop.server.db.pool.query(
        `update emails set status = $2, created_at = now() - interval '${status === 'sent' ? 300 : days} days', sent_at = ${sentAt} where id = $1`,
        [id, status],
      )
      emails.push(id)
    }
    await applyRetention(shop.server.system, emailRetention)
    const stored = await Promise.all(emails.map(async (id) => (await shop.api.get(`/v1/emails/${id}`)).body))
    expect(stored.map(({ text, html }) => [text === null, html === null])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [true, true],
    ])
    expect(stored[0]).toMatchObject({ to: 'ada@example.com', subject: expect.stringContaining('#'), status: 'sent' })
    const again = await shop.api.post(`/v1/emails/${emails[0]}/deliveries`)
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
  })
})

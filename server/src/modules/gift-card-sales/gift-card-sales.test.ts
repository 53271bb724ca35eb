import { describe, expect, it, vi } from 'vitest'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { createReadyCart, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import {
  addGiftCardProduct,
  buyGiftCards,
  CODE_PATTERN,
  issueLiveCards,
  issueSandboxCards,
  listCardBalances,
  listCards,
  listEmailedCodes,
  openSandboxShop,
  sandboxCtx,
  sellForExternalPayment,
} from '../../../test/gift-card-orders.ts'
import { openServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { fulfillMugs } from '../../../test/sample-orders.ts'
import { eur } from '../../../test/sample-products.ts'
import { transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { applyRetention } from '../../jobs/retention.ts'
import type { EmailMessage, Mail } from '../../ports/mail.ts'
import { emailRetention } from '../emails/jobs.ts'
import { debitCards, restoreCards } from '../gift-cards/redemption/redemption.ts'
import { beginRefund } from '../orders/refunds/refunds.ts'

describe('a purchased gift card', () => {
  it('is issued once per paid unit, emails its code to the buyer only, and is deactivated after a lost dispute', async () => {
    const sent: EmailMessage[] = []
    const mail: Mail = { send: async (message) => void sent.push(message) }
    const shop = await openShop(await openServer({ limitClock: fastClock(), mail }))
    const body = 'Hello\n\n{{giftCardCode}}\n\n[Shop now](https://shop.example.com/?card={{giftCardCode}})'
    const words = { subject: 'Your gift card', body }
    expect((await shop.api.send('PUT', '/v1/email-templates/gift_card', words)).status).toBe(200)
    const { id, order } = await sellForExternalPayment(shop, [
      { variantId: await addGiftCardProduct(shop), quantity: 2 },
    ])
    expect([order.status, order.totals.tax]).toEqual(['archived', eur(0)])
    await shop.server.startWorker()
    const gifts = () => sent.filter(({ subject }) => subject.startsWith('Your gift card'))
    await vi.waitFor(() => expect(gifts()).toHaveLength(2), { timeout: 120_000, interval: 50 })
    await shop.server.db.pool.query(
      `select graphile_worker.add_job('events.subscriber.gift-cards.issue', json_build_object('environmentId', environment_id, 'eventId', id))
       from events where type = 'order.created'`,
    )
    await vi.waitFor(
      async () => {
        const { rows } = await shop.server.db.pool.query('select from graphile_worker._private_jobs')
        expect(rows).toEqual([])
      },
      { timeout: 120_000, interval: 50 },
    )
    const cards = await listCards(shop)
    expect(cards).toHaveLength(2)
    for (const card of cards) {
      expect(card).toMatchObject({ orderId: id, balance: eur(5000), status: 'active', expiresAt: null })
      const email = gifts().find(({ text }) => text.includes(card.last4))
      const code = CODE_PATTERN.exec(email?.text ?? '')?.[0] ?? ''
      expect([email?.to, email?.html?.includes(`>${code}<`)]).toEqual(['ada@example.com', true])
      expect(email?.html).toContain(`https://shop.example.com/?card=${code}`)
      expect((await shop.api.post('/v1/gift-cards/check', { code })).body).toMatchObject({ valid: true, id: card.id })
      const { rows } = await shop.server.db.pool.query(`
        select t::text as row from emails t union all select t::text from events t
        union all select t::text from gift_cards t`)
      for (const { row } of rows) for (const part of [code, code.slice(0, 9)]) expect(row).not.toContain(part)
    }
    const { data } = (await shop.api.get('/v1/emails?kind=gift_card')).body
    const stored = (await shop.api.get(`/v1/emails/${data[0].id}`)).body
    expect([data.length, stored.status, stored.text]).toEqual([
      2,
      'sent',
      expect.stringContaining('code hidden (ends in'),
    ])
    const again = await shop.api.post(`/v1/emails/${stored.id}/deliveries`)
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])

    const lost = {
      provider: 'stripe',
      providerPaymentId: 'pi_1',
      orderId: order.id,
      disputeId: 'dp_1',
      status: 'lost',
      amount: eur(10_000),
    }
    await emit(sandboxCtx({ ...shop, test: shop.live }), 'payment.disputed', lost)
    const ended = ['deactivated', 'deactivated'].map((status) => [status, 0])
    await vi.waitFor(async () => expect(await listCardBalances(shop)).toEqual(ended), {
      timeout: 120_000,
      interval: 50,
    })
  })

  it('is issued once under concurrency, with its code encrypted in the queued email', async () => {
    const shop = await openShop()
    const { id } = await sellForExternalPayment(shop, [{ variantId: await addGiftCardProduct(shop), quantity: 3 }])
    await Promise.all(Array.from({ length: 4 }, () => issueLiveCards(shop, id)))
    expect((await listCards(shop)).map(({ balance }: { balance: object }) => balance)).toEqual(
      [5000, 5000, 5000].map(eur),
    )
    const { rows } = await shop.server.db.pool.query(
      `select text, secret from emails where environment_id = $1 and kind = 'gift_card'`,
      [shop.live.environmentId],
    )
    expect(rows).toHaveLength(3)
    for (const { text, secret } of rows) {
      expect([text, secret]).toEqual([expect.stringContaining('code hidden'), expect.stringMatching(/^v1\.[\w-]+$/)])
      expect(text).not.toMatch(CODE_PATTERN)
    }
  })

  it('keeps an undelivered code for a year while the card is active, and sends it once', async () => {
    const shop = await openShop()
    const { id } = await sellForExternalPayment(shop, [{ variantId: await addGiftCardProduct(shop), quantity: 3 }])
    await issueLiveCards(shop, id)
    const { pool } = shop.server.db
    const emails = (await shop.api.get('/v1/emails?kind=gift_card')).body.data
    const [good, ended, old] = emails.map((mail: { id: string }) => mail.id)
    await shop.api.post(`/v1/gift-cards/${emails[1].giftCardId}/deactivation`)
    for (const [emailId, days] of [
      [good, 364],
      [ended, 91],
      [old, 366],
    ]) {
      const aged = `update emails set status = 'failed', created_at = now() - interval '${days} days' where id = $1`
      await pool.query(aged, [emailId])
    }
    await applyRetention(shop.server.system, emailRetention)
    const { rows } = await pool.query(
      `select id, text is null as "textDeleted", secret is null as "secretDeleted" from emails where id = any($1) order by id desc`,
      [[good, ended, old]],
    )
    expect(rows).toEqual([
      { id: good, textDeleted: false, secretDeleted: false },
      { id: ended, textDeleted: true, secretDeleted: true },
      { id: old, textDeleted: true, secretDeleted: true },
    ])
    const quicker = await pool.connect()
    await quicker.query('begin')
    await quicker.query(`update emails set status = 'sent', sent_at = now(), secret = null where id = $1`, [good])
    const again = shop.api.post(`/v1/emails/${good}/deliveries`)
    await vi.waitFor(
      async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update emails set status%'`
        expect((await pool.query(waiting)).rows).not.toEqual([])
      },
      { timeout: 120_000 },
    )
    await quicker.query('commit')
    quicker.release()
    expect([(await again).status, (await shop.api.get(`/v1/emails/${good}`)).body.status]).toEqual([409, 'sent'])
  })

  it('is issued only after payment and once the order has an email address', async () => {
    const shop = await openSandboxShop()
    const later = await buyGiftCards(shop, 1, { checkoutInput: { captureMethod: 'manual' }, client: shop.api })
    await issueSandboxCards(shop, later.id)
    expect(await listCards(shop)).toEqual([])
    expect((await shop.api.post(`${later.path}/captures`, {})).status).toBe(201)
    await issueSandboxCards(shop, later.id)
    expect(await listCards(shop)).toHaveLength(1)

    const items = [{ variantId: await addGiftCardProduct(shop), quantity: 1 }]
    const draft = await sellForExternalPayment(shop, items, { email: '' })
    await issueSandboxCards(shop, draft.id)
    expect(await listCards(shop)).toHaveLength(1)
    await shop.api.patch(`/v1/orders/${draft.id}`, { email: 'kim@example.com' })
    await issueSandboxCards(shop, draft.id)
    expect(await listCards(shop)).toMatchObject([{ recipient: { email: 'kim@example.com' } }, {}])
  })
})

describe('no gift card is issued', () => {
  it('in live for a simulated payment or for an exchange of items paid with one', async () => {
    const shop = await openCheckoutShop()
    const { id, order } = await buyGiftCards(shop, 1)
    expect([order.paymentStatus, order.payments[0].test]).toEqual(['paid', true])
    await issueLiveCards(shop, id)
    const mugs = await fulfillMugs(shop, 3)
    const swapped = await shop.api.post(`/v1/orders/${mugs.id}/exchanges`, {
      returns: [{ itemId: mugs.items[0].id, quantity: 3 }],
      items: [{ variantId: order.items[0].variantId, quantity: 1 }],
    })
    const { payments, paymentStatus } = swapped.body.order
    expect([swapped.status, paymentStatus, payments[0].test]).toEqual([201, 'paid', true])
    await issueLiveCards(shop, swapped.body.order.id)
    expect(await listCards(shop)).toEqual([])
  })

  it('until the order is fully paid, or until refunding the unpaid items settles it', async () => {
    const shop = await openSandboxShop()
    const variantId = await addGiftCardProduct(shop)
    const items = [
      { variantId, quantity: 1 },
      { title: 'Bow', quantity: 1, unitPrice: eur(1000) },
    ]
    const { id, path, order } = await sellForExternalPayment(shop, items, { paid: false })
    expect((await shop.api.post(`${path}/payments`, { amount: eur(5000) })).status).toBe(201)
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(10) })).status).toBe(201)
    expect((await shop.api.get(path)).body.paymentStatus).toBe('partially_refunded')
    await issueSandboxCards(shop, id)
    expect(await listCards(shop)).toEqual([])
    const bow = { items: [{ itemId: order.items[1].id, quantity: 1 }], amount: eur(0) }
    expect((await shop.api.post(`${path}/refunds`, bow)).status).toBe(201)
    await issueSandboxCards(shop, id)
    expect(await listCards(shop)).toMatchObject([{ balance: eur(5000) }])
    const events = (await shop.api.get('/v1/events?type=order.updated')).body.data
    expect(events).toMatchObject([{ data: { orderId: id, fields: ['items'] } }])
  })
})

it('rejects exchanging a shipped physical gift card because it could still be spent', async () => {
  const shop = await openSandboxShop()
  const [product, more] = [{ giftCard: true }, { requiresShipping: true }]
  const plastic = await addSimpleProduct(shop, { title: 'Card', sku: 'CARD', price: 5000, more, product })
  const { path, order } = await sellForExternalPayment(shop, [{ variantId: plastic.variants[0].id, quantity: 1 }])
  expect((await shop.api.post(`${path}/fulfillments`, {})).status).toBe(201)
  const returns = [{ itemId: order.items[0].id, quantity: 1 }]
  const response = await shop.api.post(`${path}/exchanges`, { returns, items: [{ variantId: shop.mug, quantity: 1 }] })
  const details = [{ path: '/returns/0/itemId', itemId: order.items[0].id }]
  expect([response.status, response.body.error]).toMatchObject([409, { code: 'conflict', details }])
  expect((await shop.api.get(`${path}/returns`)).body.data).toEqual([])
})

describe('a refund of a purchased gift card', () => {
  it('deactivates the card before the payment is refunded, and is rejected once the card is spent', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const [code = ''] = await listEmailedCodes(shop)
    const { id: cartId } = await createReadyCart(shop, { codes: [code] })
    expect((await shop.storefront.post('/v1/checkout/card', { cartId })).status).toBe(201)
    const back = (quantity: number) => shop.api.post(`${path}/refunds`, { items: [{ itemId, quantity }] })
    const both = await back(2)
    expect([both.status, both.body.error.code]).toEqual([422, 'gift_card_rejected'])
    expect((await shop.api.post(`${path}/cancellation`, {})).status).toBe(422)
    expect((await shop.api.get(`${path}/refunds`)).body.data).toEqual([])
    expect([(await back(1)).status, (await back(1)).status]).toEqual([201, 422])
    await issueSandboxCards(shop, id)
    const states = (await listCards(shop)).map(({ status, balance }: { status: string; balance: object }) => [
      status,
      balance,
    ])
    expect(states.toSorted()).toEqual([
      ['active', eur(5000 - 2989)],
      ['deactivated', eur(0)],
    ])
    await expectCleanLedger(shop)
    const [{ outstanding, writtenOff, redeemed }] = await listLiabilities(shop)
    expect([outstanding, writtenOff, redeemed]).toEqual([5000 - 2989, 5000, 2989])
  })

  it('reserves no more cards than it refunds while another refund is pending', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 3)
    await issueSandboxCards(shop, id)
    await beginRefund(sandboxCtx(shop), id, { items: [{ itemId, quantity: 1 }] }, null)
    expect((await shop.api.post(`${path}/refunds`, { items: [{ itemId, quantity: 1 }] })).status).toBe(201)
    const balances = (await listCards(shop)).map(({ balance }: { balance: { amount: number } }) => balance.amount)
    expect(balances.toSorted()).toEqual([0, 0, 5000])
  })

  it('is rejected, even in the preview, for a deactivated card but not for a topped-up one', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const [first, second] = await listCards(shop)
    expect((await shop.api.post(`/v1/gift-cards/${first.id}/deactivation`)).status).toBe(200)
    const goodwill = { amount: eur(500), reason: 'Late' }
    expect((await shop.api.post(`/v1/gift-cards/${second.id}/credits`, goodwill)).status).toBe(201)
    const both = { items: [{ itemId, quantity: 2 }] }
    for (const action of ['refunds', 'refunds?preview=true']) {
      const { status, body } = await shop.api.post(`${path}/${action}`, both)
      expect([status, body.error?.code]).toEqual([422, 'gift_card_rejected'])
    }
    const one = { items: [{ itemId, quantity: 1 }] }
    const responses = [await shop.api.post(`${path}/refunds`, one), await shop.api.post(`${path}/refunds`, one)]
    expect(responses.map(({ status }) => status)).toEqual([201, 422])
    expect((await listCards(shop))[1]).toMatchObject({ id: second.id, status: 'deactivated', balance: eur(0) })
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(5000) })).status).toBe(201)
  })

  it('waits for a concurrent restore to one of its cards and includes that card', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const [card] = await listCards(shop)
    const debit = { giftCardId: card.id, amount: 5000, currency: 'EUR' }
    await transaction(sandboxCtx(shop), (ctx) => debitCards(ctx, 'chk_1', [debit]))
    const both = { items: [{ itemId, quantity: 2 }] }
    const refund = await transaction(sandboxCtx(shop), async (ctx) => {
      await restoreCards(ctx, { holder: 'chk_1', reference: 'chk_1' }, [debit])
      const refundRequest = shop.api.post(`${path}/refunds`, both)
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from gift_cards%'`
      await vi.waitFor(async () => expect((await shop.server.db.pool.query(waiting)).rows).not.toEqual([]), {
        timeout: 120_000,
      })
      return { response: refundRequest }
    })
    expect((await refund.response).body).toMatchObject({ status: 'completed', amount: eur(10_000) })
    expect(await listCardBalances(shop)).toEqual([
      ['deactivated', 0],
      ['deactivated', 0],
    ])
  })

  it('leaves the card unchanged when the bank rejects the refund', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 1, {
      checkoutInput: { paymentMethod: 'pm_card_refund_fails' },
    })
    await issueSandboxCards(shop, id)
    const { body } = await shop.api.post(`${path}/refunds`, { items: [{ itemId, quantity: 1 }] })
    expect(body.status).toBe('failed')
    expect(await listCards(shop)).toMatchObject([{ status: 'active', balance: eur(5000) }])
    await issueSandboxCards(shop, id)
    expect(await listCards(shop)).toHaveLength(1)
  })
})

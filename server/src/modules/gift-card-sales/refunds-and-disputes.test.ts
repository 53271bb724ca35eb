import { describe, expect, it } from 'vitest'
import { type CheckoutShop, checkOut, createReadyCart } from '../../../test/checkout-shop.ts'
import {
  addGiftCardProduct,
  buyGiftCards,
  issueSandboxCards,
  listCardBalances,
  listCardReviews,
  listCards,
  listEmailedCodes,
  openSandboxShop,
  sandboxCtx,
} from '../../../test/gift-card-orders.ts'
import { fulfillMugs } from '../../../test/sample-orders.ts'
import { eur } from '../../../test/sample-products.ts'
import { emit } from '../../events/emit.ts'
import { beginRefund } from '../orders/refunds/refunds.ts'
import { settleRefund } from '../orders/refunds/settle-refund.ts'
import { handleDispute } from './disputes.ts'

/** What a bank says of an order, and twice what the job does that hears of it. */
const disputeOf =
  (shop: CheckoutShop, orderId: `ord_${string}`) => async (disputeId: string, status: string, amount: number) => {
    const data = { provider: 'stripe', ref: 'pi_1', orderId, disputeId, status, amount: eur(amount) }
    await emit(sandboxCtx(shop), 'payment.disputed', data)
    for (let turn = 0; turn < 2; turn++) await handleDispute(sandboxCtx(shop), data)
  }

/** Two mugs cost more than is on the card: all of it goes. */
async function spendAll(shop: CheckoutShop) {
  const [code = ''] = await listEmailedCodes(shop)
  const { id: cartId } = await createReadyCart(shop, { codes: [code], quantity: 2 })
  return { code, cartId, isGood: async () => (await shop.api.post('/v1/gift-cards/check', { code })).body.valid }
}

describe('gift cards of an order whose money goes back for no line in particular', () => {
  it('stay while the shop keeps some of it, and end with the last of it, as a preview says, also what is left of one that was spent', async () => {
    const shop = await openSandboxShop()
    const { id, path, lineId } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const [code = ''] = await listEmailedCodes(shop)
    const { id: cartId } = await createReadyCart(shop, { codes: [code] })
    expect((await shop.storefront.post('/v1/checkout/card', { cartId })).status).toBe(201)
    const back = (amount: number) => shop.api.post(`${path}/refunds`, { amount: eur(amount) })
    const ending = async (input: object) => (await shop.api.post(`${path}/refunds?preview=true`, input)).body.giftCards
    expect(await ending({ amount: eur(9999) })).toEqual({ count: 0, amount: eur(0) })
    expect(await ending({ lines: [{ lineId, quantity: 1 }] })).toEqual({ count: 1, amount: eur(5000) })
    expect(await ending({ amount: eur(10_000) })).toEqual({ count: 2, amount: eur(7011) })
    expect((await back(9999)).body.status).toBe('completed')
    expect((await listCardBalances(shop)).toSorted()).toEqual([
      ['active', 2011],
      ['active', 5000],
    ])
    expect((await back(1)).body.status).toBe('completed')
    await issueSandboxCards(shop, id)
    expect(await listCardBalances(shop)).toEqual([
      ['deactivated', 0],
      ['deactivated', 0],
    ])
    expect(await listCardReviews(shop, path)).toEqual([
      ['kept', 2, eur(7011)],
      ['ended', 2, eur(7011)],
    ])
    expect((await shop.api.get('/v1/gift-cards/audit')).body.driftCount).toBe(0)
  })

  it('end with whichever of two refunds ends last, since until then one may come to nothing', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const slow = await beginRefund(sandboxCtx(shop), id, { amount: eur(4000) }, null)
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(1000) })).body.status).toBe('completed')
    expect(await listCardBalances(shop)).toEqual([['active', 5000]])
    await settleRefund(sandboxCtx(shop), slow)
    expect(await listCardBalances(shop)).toEqual([['deactivated', 0]])
  })

  it('can’t be spent while all of it is on its way back, and end when it has arrived', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const { id: cartId } = await createReadyCart(shop, { codes: await listEmailedCodes(shop) })
    const refund = await beginRefund(sandboxCtx(shop), id, { amount: eur(5000) }, null)
    expect(await listCardBalances(shop)).toEqual([['active', 0]])
    const paid = await shop.storefront.post('/v1/checkout/card', { cartId })
    expect([paid.status, paid.body.error?.code]).toEqual([409, 'cart_changed'])
    await settleRefund(sandboxCtx(shop), refund)
    expect(await listCardBalances(shop)).toEqual([['deactivated', 0]])
    expect(await listCardReviews(shop, path)).toEqual([['ended', 1, eur(5000)]])
  })

  it('are held as long as the bank thinks about giving all of it, and as they were when it refuses', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1, { checkoutInput: { paymentMethod: 'pm_card_refund_fails' } })
    await issueSandboxCards(shop, id)
    const refund = await beginRefund(sandboxCtx(shop), id, { amount: eur(5000) }, null)
    expect(await listCardBalances(shop)).toEqual([['active', 0]])
    expect((await settleRefund(sandboxCtx(shop), refund)).status).toBe('failed')
    expect([await listCardBalances(shop), await listCardReviews(shop, path)]).toEqual([[['active', 5000]], []])
  })

  it('end with a refund that fails, if a dispute was lost meanwhile', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1, {
      checkoutInput: { paymentMethod: 'pm_card_refund_fails' },
    })
    await issueSandboxCards(shop, id)
    const refund = await beginRefund(sandboxCtx(shop), id, { amount: eur(5000) }, null)
    await disputeOf(shop, order.id)('dp_1', 'lost', 5000)
    expect((await settleRefund(sandboxCtx(shop), refund)).status).toBe('failed')
    expect(await listCardBalances(shop)).toEqual([['deactivated', 0]])
    expect(await listCardReviews(shop, path)).toEqual([['ended', 1, eur(5000)]])
  })

  it('end with a dispute that took all of it, once, and stay over when it is won after all', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const disputed = disputeOf(shop, order.id)
    await disputed('dp_1', 'needs_response', 10_000)
    await disputed('dp_2', 'lost', 4000)
    expect(await listCardReviews(shop, path)).toEqual([['kept', 2, eur(10_000)]])
    await disputed('dp_1', 'lost', 6000)
    expect(await listCardBalances(shop)).toEqual([
      ['deactivated', 0],
      ['deactivated', 0],
    ])
    await disputed('dp_2', 'won', 4000)
    // More than was on the cards: no more than that is owed.
    await disputed('dp_1', 'won', 8000)
    await issueSandboxCards(shop, id)
    expect((await listCardBalances(shop)).map(([status]: [string]) => status)).toEqual(['deactivated', 'deactivated'])
    expect((await listCardReviews(shop, path)).slice(1)).toEqual([
      ['ended', 2, eur(10_000)],
      ['owed', 2, eur(4000)],
      ['owed', 2, eur(6000)],
    ])
  })

  it('are owed what a dispute brings back that is won, also when a refund was what ended them, and no card twice', async () => {
    const shop = await openSandboxShop()
    const { id, path, order, lineId } = await buyGiftCards(shop, 3)
    await issueSandboxCards(shop, id)
    const disputed = disputeOf(shop, order.id)
    await disputed('dp_1', 'lost', 6000)
    expect((await shop.api.post(`${path}/refunds`, { lines: [{ lineId, quantity: 1 }] })).status).toBe(201)
    await disputed('dp_2', 'lost', 1000)
    await disputed('dp_2', 'won', 1000)
    const before = await listCardReviews(shop, path)
    expect(before.map(([outcome]: [string]) => outcome)).toEqual(['kept', 'ended', 'kept'])
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(4000) })).status).toBe(201)
    await disputed('dp_1', 'won', 6000)
    // A job of before that is tried again: it is not lost any more.
    const late = { provider: 'stripe', ref: 'pi_1', orderId: order.id, disputeId: 'dp_1', status: 'lost' }
    await handleDispute(sandboxCtx(shop), late)
    expect((await listCardReviews(shop, path)).slice(before.length)).toEqual([
      ['ended', 2, eur(10_000)],
      ['owed', 2, eur(6000)],
    ])
  })

  it('stay when a dispute was won before anybody came to follow its loss', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    await disputeOf(shop, order.id)('dp_1', 'won', 1000)
    const late = { provider: 'stripe', ref: 'pi_1', orderId: order.id, disputeId: 'dp_1', status: 'lost' }
    await handleDispute(sandboxCtx(shop), late)
    expect([await listCardBalances(shop), await listCardReviews(shop, path)]).toEqual([[['active', 5000]], []])
  })

  it('are not issued for money of which a bank has taken some, until it is the shop’s again', async () => {
    const shop = await openSandboxShop()
    const { id, order } = await buyGiftCards(shop, 1)
    const disputed = disputeOf(shop, order.id)
    for (const amount of [5000, 1]) {
      await disputed('dp_1', 'lost', amount)
      await issueSandboxCards(shop, id)
      expect(await listCards(shop)).toEqual([])
    }
    await disputed('dp_1', 'won', 1)
    expect(await listCardBalances(shop)).toEqual([['active', 5000]])
  })
})

it('a gift card for which goods were exchanged is told of when what was paid for the goods is lost, also by way of others', async () => {
  const shop = await openSandboxShop()
  const variantId = await addGiftCardProduct(shop)
  const mugs = await fulfillMugs(shop, 3)
  const swap = async (orderId: string, lineId: string, out: string) => {
    const input = {
      returns: [{ lineId, quantity: 3 }],
      items: [{ variantId: out, quantity: out === variantId ? 1 : 3 }],
    }
    const { status, body } = await shop.api.post(`/v1/orders/${orderId}/exchanges`, input)
    expect([status, body.error]).toEqual([201, undefined])
    return body.order
  }
  const others = await swap(mugs.id, mugs.items[0].id, shop.mug)
  expect((await shop.api.post(`/v1/orders/${others.id}/fulfillments`, {})).status).toBe(201)
  const { id } = await swap(others.id, others.items[0].id, variantId)
  await issueSandboxCards(shop, id)
  await disputeOf(shop, mugs.id)('dp_1', 'lost', 7987)
  expect(await listCardBalances(shop)).toEqual([['active', 5000]])
  expect(await listCardReviews(shop, `/v1/orders/${id}`)).toEqual([['kept', 1, eur(5000)]])
})

it('a gift card on which the shop has put more does not end with a dispute: staff is told of it', async () => {
  const shop = await openSandboxShop()
  const { id, path, order } = await buyGiftCards(shop, 2)
  await issueSandboxCards(shop, id)
  const [card] = await listCards(shop)
  const credit = { amount: eur(500), reason: 'Late' }
  expect((await shop.api.post(`/v1/gift-cards/${card.id}/credits`, credit)).status).toBe(201)
  await disputeOf(shop, order.id)('dp_1', 'lost', 10_000)
  expect(await listCardBalances(shop)).toEqual([
    ['active', 5500],
    ['deactivated', 0],
  ])
  expect((await listCardReviews(shop, path)).toSorted()).toEqual([
    ['ended', 1, eur(5000)],
    ['kept', 1, eur(5500)],
  ])
})

describe('an empty gift card whose money has gone back', () => {
  it('ends as well: what is given back to it when what was bought with it is canceled can’t be spent, and staff sees it', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const { cartId, isGood } = await spendAll(shop)
    const checkoutOrder = (await checkOut(shop, cartId)).body.order
    expect(await listCardBalances(shop)).toEqual([['active', 0]])
    await disputeOf(shop, order.id)('dp_1', 'lost', 5000)
    expect(await listCardReviews(shop, path)).toEqual([['ended', 1, eur(0)]])
    expect((await shop.api.post(`/v1/orders/${checkoutOrder.id}/cancellation`, {})).status).toBe(200)
    expect([await listCardBalances(shop), await isGood()]).toEqual([[['deactivated', 5000]], false])
    expect((await shop.api.get('/v1/gift-cards/liability')).body.data[0].outstanding).toEqual(eur(5000))
  })

  it('ends also while a checkout holds all of it, whatever becomes of the checkout', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const { cartId, isGood } = await spendAll(shop)
    const intent = await shop.storefront.post('/v1/checkout/intent', { cartId })
    expect([intent.status, await listCardBalances(shop)]).toEqual([201, [['active', 0]]])
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(5000) })).body.status).toBe('completed')
    expect((await shop.storefront.post(`/v1/checkout/${intent.body.id}/cancel`)).status).toBe(200)
    // Nothing was bought with it, and its buyer has the money: nothing is owed.
    expect([await listCardBalances(shop), await isGood()]).toEqual([[['deactivated', 0]], false])
    expect(await listCardReviews(shop, path)).toEqual([['ended', 1, eur(0)]])
  })
})

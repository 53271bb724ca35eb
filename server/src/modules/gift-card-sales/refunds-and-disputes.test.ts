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
import { expectCleanLedger, listLiabilities } from '../../../test/sample-ledger.ts'
import { fulfillMugs } from '../../../test/sample-orders.ts'
import { eur } from '../../../test/sample-products.ts'
import { emit } from '../../events/emit.ts'
import { beginRefund } from '../orders/refunds/refunds.ts'
import { settleRefund } from '../orders/refunds/settle-refund.ts'
import { handleDispute } from './disputes.ts'

/** Emits a dispute event and handles it twice, as a retried job would. */
const disputeOf =
  (shop: CheckoutShop, orderId: `ord_${string}`) => async (disputeId: string, status: string, amount: number) => {
    const data = { provider: 'stripe', providerPaymentId: 'pi_1', orderId, disputeId, status, amount: eur(amount) }
    await emit(sandboxCtx(shop), 'payment.disputed', data)
    for (let turn = 0; turn < 2; turn++) await handleDispute(sandboxCtx(shop), data)
  }

/** Two mugs cost more than the card's balance, so the card is spent completely. */
async function spendAll(shop: CheckoutShop) {
  const [code = ''] = await listEmailedCodes(shop)
  const { id: cartId } = await createReadyCart(shop, { codes: [code], quantity: 2 })
  return { code, cartId, isGood: async () => (await shop.api.post('/v1/gift-cards/check', { code })).body.valid }
}

describe('gift cards of an order refunded by amount', () => {
  it('stay active until the order is fully refunded, then end with their remaining balance, as the preview shows', async () => {
    const shop = await openSandboxShop()
    const { id, path, itemId } = await buyGiftCards(shop, 2)
    await issueSandboxCards(shop, id)
    const [code = ''] = await listEmailedCodes(shop)
    const { id: cartId } = await createReadyCart(shop, { codes: [code] })
    expect((await shop.storefront.post('/v1/checkout/card', { cartId })).status).toBe(201)
    const back = (amount: number) => shop.api.post(`${path}/refunds`, { amount: eur(amount) })
    const ending = async (input: object) => (await shop.api.post(`${path}/refunds?preview=true`, input)).body.giftCards
    expect(await ending({ amount: eur(9999) })).toEqual({ count: 0, amount: eur(0) })
    expect(await ending({ items: [{ itemId, quantity: 1 }] })).toEqual({ count: 1, amount: eur(5000) })
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
      ['deactivated', 2, eur(7011)],
    ])
    await expectCleanLedger(shop)
  })

  it('end when the last of two concurrent refunds settles, since either may fail', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const slow = await beginRefund(sandboxCtx(shop), id, { amount: eur(4000) }, null)
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(1000) })).body.status).toBe('completed')
    expect(await listCardBalances(shop)).toEqual([['active', 5000]])
    await settleRefund(sandboxCtx(shop), slow)
    expect(await listCardBalances(shop)).toEqual([['deactivated', 0]])
  })

  it('can’t be spent while a full refund is pending, and end when it completes', async () => {
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
    expect(await listCardReviews(shop, path)).toEqual([['deactivated', 1, eur(5000)]])
  })

  it('are held while a full refund is pending, and restored when it fails', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1, { checkoutInput: { paymentMethod: 'pm_card_refund_fails' } })
    await issueSandboxCards(shop, id)
    const refund = await beginRefund(sandboxCtx(shop), id, { amount: eur(5000) }, null)
    expect(await listCardBalances(shop)).toEqual([['active', 0]])
    expect((await settleRefund(sandboxCtx(shop), refund)).status).toBe('failed')
    expect([await listCardBalances(shop), await listCardReviews(shop, path)]).toEqual([[['active', 5000]], []])
  })

  it('end despite a failed refund if a dispute was lost while it was pending', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1, {
      checkoutInput: { paymentMethod: 'pm_card_refund_fails' },
    })
    await issueSandboxCards(shop, id)
    const refund = await beginRefund(sandboxCtx(shop), id, { amount: eur(5000) }, null)
    await disputeOf(shop, order.id)('dp_1', 'lost', 5000)
    expect((await settleRefund(sandboxCtx(shop), refund)).status).toBe('failed')
    expect(await listCardBalances(shop)).toEqual([['deactivated', 0]])
    expect(await listCardReviews(shop, path)).toEqual([['deactivated', 1, eur(5000)]])
  })

  it('end once when disputes take the whole payment, and stay deactivated if those are won later', async () => {
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
    // The owed amount is capped at the balance of the deactivated cards.
    await disputed('dp_1', 'won', 8000)
    await issueSandboxCards(shop, id)
    expect((await listCardBalances(shop)).map(([status]: [string]) => status)).toEqual(['deactivated', 'deactivated'])
    expect((await listCardReviews(shop, path)).slice(1)).toEqual([
      ['deactivated', 2, eur(10_000)],
      ['reissue_required', 2, eur(4000)],
      ['reissue_required', 2, eur(6000)],
    ])
  })

  it('are reported as owed when a dispute is won, even if a refund ended them, and never twice', async () => {
    const shop = await openSandboxShop()
    const { id, path, order, itemId } = await buyGiftCards(shop, 3)
    await issueSandboxCards(shop, id)
    const disputed = disputeOf(shop, order.id)
    await disputed('dp_1', 'lost', 6000)
    expect((await shop.api.post(`${path}/refunds`, { items: [{ itemId, quantity: 1 }] })).status).toBe(201)
    await disputed('dp_2', 'lost', 1000)
    await disputed('dp_2', 'won', 1000)
    const before = await listCardReviews(shop, path)
    expect(before.map(([outcome]: [string]) => outcome)).toEqual(['kept', 'deactivated', 'kept'])
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(4000) })).status).toBe(201)
    await disputed('dp_1', 'won', 6000)
    // A late retry of the earlier job: the dispute is no longer lost.
    const late = { provider: 'stripe', providerPaymentId: 'pi_1', orderId: order.id, disputeId: 'dp_1', status: 'lost' }
    await handleDispute(sandboxCtx(shop), late)
    expect((await listCardReviews(shop, path)).slice(before.length)).toEqual([
      ['deactivated', 2, eur(10_000)],
      ['reissue_required', 2, eur(6000)],
    ])
  })

  it('stay active when a dispute is won before its loss is handled', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    await disputeOf(shop, order.id)('dp_1', 'won', 1000)
    const late = { provider: 'stripe', providerPaymentId: 'pi_1', orderId: order.id, disputeId: 'dp_1', status: 'lost' }
    await handleDispute(sandboxCtx(shop), late)
    expect([await listCardBalances(shop), await listCardReviews(shop, path)]).toEqual([[['active', 5000]], []])
  })

  it('are not issued while a bank holds part of the payment, but as soon as the dispute is won', async () => {
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

it('reports a gift card received in an exchange, even through several, when the original payment is lost', async () => {
  const shop = await openSandboxShop()
  const variantId = await addGiftCardProduct(shop)
  const mugs = await fulfillMugs(shop, 3)
  const swap = async (orderId: string, itemId: string, out: string) => {
    const input = {
      returns: [{ itemId, quantity: 3 }],
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

it('keeps a topped-up gift card active after a lost dispute and reports it to staff', async () => {
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
    ['deactivated', 1, eur(5000)],
    ['kept', 1, eur(5500)],
  ])
})

describe('an empty gift card whose payment was refunded or lost', () => {
  it('is deactivated, so that a later cancellation restores a balance staff sees but nobody can spend', async () => {
    const shop = await openSandboxShop()
    const { id, path, order } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const { cartId, isGood } = await spendAll(shop)
    const checkoutOrder = (await checkOut(shop, cartId)).body.order
    expect(await listCardBalances(shop)).toEqual([['active', 0]])
    await disputeOf(shop, order.id)('dp_1', 'lost', 5000)
    expect(await listCardReviews(shop, path)).toEqual([['deactivated', 1, eur(0)]])
    expect((await shop.api.post(`/v1/orders/${checkoutOrder.id}/cancellation`, {})).status).toBe(200)
    expect([await listCardBalances(shop), await isGood()]).toEqual([[['deactivated', 5000]], false])
    expect((await listLiabilities(shop))[0].outstanding).toBe(5000)
  })

  it('is deactivated while a checkout holds its balance, whatever the outcome of the checkout', async () => {
    const shop = await openSandboxShop()
    const { id, path } = await buyGiftCards(shop, 1)
    await issueSandboxCards(shop, id)
    const { cartId, isGood } = await spendAll(shop)
    const intent = await shop.storefront.post('/v1/checkout/intent', { cartId })
    expect([intent.status, await listCardBalances(shop)]).toEqual([201, [['active', 0]]])
    expect((await shop.api.post(`${path}/refunds`, { amount: eur(5000) })).body.status).toBe('completed')
    expect((await shop.storefront.post(`/v1/checkout/${intent.body.id}/cancel`)).status).toBe(200)
    // It paid for nothing, and its buyer was refunded: nothing is owed.
    expect([await listCardBalances(shop), await isGood()]).toEqual([[['deactivated', 0]], false])
    expect(await listCardReviews(shop, path)).toEqual([['deactivated', 1, eur(0)]])
  })
})

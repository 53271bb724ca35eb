import { beforeEach, describe, expect, it } from 'vitest'
import {
  addProducts,
  addShippingRates,
  expectFieldsOf,
  listExamples,
  loadExample,
  usd,
} from '../../../test/acp-examples.ts'
import { requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, totalOf } from '../../../test/agent.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'
import type { NewPromotion } from '../promotions/schemas.ts'

beforeEach(requireFixtures)

const combinesWith = { item: true, order: true, shipping: true }

/** The promotions of the examples' shop by code; the empty code is automatic. */
const PROMOTIONS: Record<string, Partial<NewPromotion>> = {
  SUMMER20: { title: 'Summer Sale 20% Off', benefit: { kind: 'percentage', target: 'item', percentage: 20 } },
  LOYALTY5: { title: '$5 Loyalty Reward', benefit: { kind: 'fixed', target: 'order', amounts: [usd(500)] } },
  SAVE10: { title: '$10 Off Your Order', benefit: { kind: 'fixed', target: 'order', amounts: [usd(1000)] } },
  EXPIRED50: { startsAt: '2025-01-01T00:00:00.000Z', endsAt: '2025-12-01T00:00:00.000Z' },
  '': {
    title: 'Free shipping on orders over $50',
    trigger: 'automatic',
    benefit: { kind: 'free_shipping', maxAmounts: [usd(599)] },
    conditions: { minAmounts: [usd(5000)] },
  },
}

async function createPromotions({ api }: Shop, codes: string[]): Promise<void> {
  for (const code of codes) {
    const { id } = await addPromotion(api, { combinesWith, ...PROMOTIONS[code] })
    if (code) await addCodes(api, id, { codes: [code] })
  }
}

const ADDRESS = { name: 'A', line_one: '1 Road', city: 'Reno', state: 'NV', country: 'US', postal_code: '89501' }

/** Shipping price of each example. */
const SHIPPING = {
  'percentage-discount-with-allocations': 0,
  'order-level-discount': 599,
  'rejected-discount-code': 499,
  'stacked-discounts': 1999,
  'automatic-discount': 599,
}
const fileOf = (name: string) => `2026-04-17/discount-extension/${name}.json`

describe('ACP discount examples', () => {
  it('covers all examples', () => {
    const examples = listExamples().filter((name) => name.includes('/discount-extension/'))
    expect(examples).toEqual(Object.keys(SHIPPING).map(fileOf).toSorted())
  })

  it.each(Object.entries(SHIPPING))('responds to %s as the example shows', async (name, shipping) => {
    const { request, response } = loadExample(fileOf(name))
    const shop = await openShop()
    await addProducts(
      shop,
      response.line_items.map((item: { item: { id: string }; unit_amount: number }) => ({
        sku: item.item.id,
        price: item.unit_amount,
      })),
    )
    await addShippingRates(shop, { standard: shipping })
    await createPromotions(shop, request.discounts?.codes ?? [''])
    const { status, body } = await createAgent(shop.api).post('', {
      ...request,
      buyer: response.buyer,
      fulfillment_details: { address: ADDRESS },
    })
    expect([status, body.status]).toEqual([201, 'ready_for_payment'])
    const { codes, applied, rejected = [] } = response.discounts
    expect(body.discounts.codes).toEqual(codes)
    expect(body.discounts.applied).toMatchObject(applied.map(normalize))
    expect(body.discounts.applied).toHaveLength(applied.length)
    expect(body.discounts.rejected.map(({ code, reason }: RejectedCode) => [code, reason])).toEqual(
      rejected.map(({ code, reason }: RejectedCode) => [code, reason]),
    )
    for (const { amount, allocations } of body.discounts.applied) expect(sumOf(allocations)).toBe(amount)
    expectFieldsOf({ discounts: response.discounts }, body, name)
    expect(body.capabilities.extensions).toMatchObject([{ extends: response.capabilities.extensions[0].extends }])
    // The examples are taxed, and leave the shipping price out of the total where shipping is free.
    const tax = totalOf(response, 'tax') ?? 0
    expect(totalOf(body, 'total')).toBe((totalOf(response, 'total') ?? 0) - tax)
    const warned = response.messages.flatMap(({ code }: { code?: string }) => code ?? [])
    expect(body.messages.flatMap(({ code }: { code?: string }) => code ?? [])).toEqual(warned)
  })
})

interface RejectedCode {
  code: string
  reason: string
}

/** Drops the ids, which differ here. */
const normalize = ({ id: _, coupon: { id: __, ...coupon }, ...applied }: { id: string; coupon: { id: string } }) => ({
  ...applied,
  coupon,
})

const sumOf = (shares: { amount: number }[]) => shares.reduce((sum, { amount }) => sum + amount, 0)

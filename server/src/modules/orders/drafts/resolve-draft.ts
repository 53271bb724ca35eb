import type { Ctx } from '../../../ctx.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { PricingItem } from '../../../pricing/pricing-input.ts'
import type { PricedItem } from '../../../pricing/pricing-result.ts'
import { loadOffers } from '../../carts/carts.ts'
import type { VariantOffer } from '../../carts/schemas.ts'
import type { Address } from '../../customers/schemas.ts'
import type { DraftItem } from '../request-schemas.ts'
import type { DraftInput, OrderSnapshot, SnapshotItem } from '../schemas.ts'
import { assertCurrency } from '../totals.ts'
import { priceDraft } from './price-draft.ts'

interface ResolveDraftInput extends DraftInput {
  /** Null means the shop's default currency. */
  currency: string | null
  shippingAddress: Address | null
  billingAddress: Address | null
}

type ResolvedDraft = Pick<OrderSnapshot, 'currency' | 'items' | 'shipping' | 'taxes' | 'totals'>

/**
 * Resolves a draft at today's prices, with today's taxes for the buyer's address. Promotions only apply to carts; staff
 * can lower a unit price instead.
 */
export async function resolveDraft(
  ctx: Ctx,
  { items, shipping, currency, ...addresses }: ResolveDraftInput,
): Promise<ResolvedDraft> {
  assertValidItems(items)
  const variantIds = [...new Set(items.flatMap(({ variantId }) => variantId ?? []))]
  const context = await loadOffers(ctx, { currency, variantIds })
  assertCurrency(context.currency, { items, shipping })
  assertOnSale(items, context)
  const draftItems = items.map((item) => {
    const offer = item.variantId ? context.offers.get(item.variantId) : undefined
    return { item, offer, pricingItem: toPricingItem(item, offer) }
  })
  const { items: pricedItems, ...priced } = priceDraft({
    currency: context.currency,
    items: draftItems.map(({ pricingItem }) => pricingItem),
    shipping,
    addresses,
    taxes: context.rules.taxes,
    nowMs: ctx.now.getTime(),
  })
  return {
    currency: context.currency,
    items: pricedItems.map((item, index) => toSnapshot(item, draftItems[index])),
    ...priced,
  }
}

function assertValidItems(items: readonly DraftItem[]): void {
  const errors = items.flatMap(({ variantId, ...custom }, index): ErrorDetail[] => {
    const path = `/items/${index}`
    if (variantId === undefined) {
      const isComplete = custom.title !== undefined && custom.unitPrice !== undefined
      return isComplete ? [] : [{ path, message: 'must have a variantId, or a title and a unitPrice' }]
    }
    const isMixed = [custom.title, custom.sku, custom.requiresShipping, custom.taxClass].some(
      (value) => value !== undefined,
    )
    return isMixed ? [{ path, message: 'must have only quantity and unitPrice besides variantId' }] : []
  })
  if (errors.length > 0) throw invalidRequest('An item is not valid.', errors)
}

function assertOnSale(
  items: readonly DraftItem[],
  context: { offers: ReadonlyMap<string, VariantOffer>; currency: string },
) {
  const details = items.flatMap(({ variantId }, index): ErrorDetail[] => {
    const { currency } = context
    const message = `is not for sale in ${currency}`
    return variantId && !context.offers.has(variantId)
      ? [{ path: `/items/${index}/variantId`, message, variantId, currency }]
      : []
  })
  if (details.length > 0) throw new AppError('not_found', 'Some variants are not for sale.', { details })
}

const CUSTOM_ITEM = {
  weightGrams: 0,
  giftCard: false,
  collectionIds: [],
  tags: [],
  vendor: '',
  type: '',
  compareAt: null,
}

function toPricingItem({ quantity, unitPrice, ...custom }: DraftItem, offer: VariantOffer | undefined): PricingItem {
  const id = newId('li')
  if (offer) return { ...offer, id, quantity, unitPrice: unitPrice?.amount ?? offer.unitPrice }
  const { requiresShipping = true, taxClass = 'standard' } = custom
  return {
    ...CUSTOM_ITEM,
    id,
    quantity,
    variantId: id,
    productId: id,
    unitPrice: unitPrice?.amount ?? 0,
    requiresShipping,
    taxClass,
  }
}

interface ResolvedDraftItem {
  item: DraftItem
  offer: VariantOffer | undefined
  pricingItem: PricingItem
}

function toSnapshot(priced: PricedItem, draftItem: ResolvedDraftItem | undefined): SnapshotItem {
  if (draftItem?.pricingItem.id !== priced.id)
    throw new Error('Items were priced in a different order than they were sent')
  const { item, offer, pricingItem } = draftItem
  const { id, quantity, unitPrice, subtotal, discount, tax, total } = priced
  return {
    id,
    variantId: offer?.variantId ?? null,
    productId: offer?.productId ?? null,
    sku: offer?.sku ?? item.sku ?? null,
    title: offer?.title ?? item.title ?? '',
    handle: offer?.handle ?? null,
    options: offer?.options ?? {},
    image: offer?.image ?? null,
    properties: {},
    quantity,
    unitPrice,
    subtotal,
    discount,
    taxes: priced.taxes.map(({ name, millionths, amount }) => ({ name, millionths, amount })),
    tax,
    total,
    requiresShipping: pricingItem.requiresShipping,
    giftCard: pricingItem.giftCard,
    weightGrams: pricingItem.weightGrams,
    giftPromotionId: null,
  }
}

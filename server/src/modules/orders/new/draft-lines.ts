import type { Ctx } from '../../../ctx.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Address } from '../../carts/contents.ts'
import { load, type ShopOffer } from '../../carts/offers.ts'
import type { Line } from '../../pricing/cart.ts'
import type { PricedLine } from '../../pricing/priced.ts'
import type { DraftItem } from '../given-schemas.ts'
import type { DraftWish, PlacedLine, PlacedOrder } from '../placed.ts'
import { priceDraft } from './price-draft.ts'
import { refuseOtherCurrencies } from './reckon.ts'

interface Wish extends DraftWish {
  /** Null: the shop's own. */
  currency: string | null
  shippingAddress: Address | null
  billingAddress: Address | null
}

type Reckoned = Pick<PlacedOrder, 'currency' | 'lines' | 'shipping' | 'taxes' | 'totals'>

/**
 * What staff has written down, at today's prices and with today's taxes at the buyer's place. Promotions are for carts: who
 * wants to give something says a lower price.
 */
export async function reckonDraft(ctx: Ctx, { items, shipping, currency, ...addresses }: Wish): Promise<Reckoned> {
  refuseUnclear(items)
  const variantIds = [...new Set(items.flatMap(({ variantId }) => variantId ?? []))]
  const row = await load(ctx, { currency, variantIds })
  refuseOtherCurrencies(row.currency, { items, shipping })
  refuseMissing(items, row)
  const wished = items.map((item) => {
    const offer = item.variantId ? row.offers.get(item.variantId) : undefined
    return { item, offer, line: toLine(item, offer) }
  })
  const { lines, ...priced } = priceDraft({
    currency: row.currency,
    lines: wished.map(({ line }) => line),
    shipping,
    addresses,
    taxes: row.rules.taxes,
    nowMs: ctx.now.getTime(),
  })
  return { currency: row.currency, lines: lines.map((line, at) => toPlaced(line, wished[at])), ...priced }
}

function refuseUnclear(items: readonly DraftItem[]): void {
  const faults = items.flatMap(({ variantId, ...own }, at): ErrorDetail[] => {
    const path = `/items/${at}`
    if (variantId === undefined) {
      const isWhole = own.title !== undefined && own.unitPrice !== undefined
      return isWhole ? [] : [{ path, message: 'must have a variantId, or a title and a unitPrice' }]
    }
    const isMixed = [own.title, own.sku, own.requiresShipping, own.taxClass].some((value) => value !== undefined)
    return isMixed ? [{ path, message: 'with a variantId only quantity and unitPrice may be said' }] : []
  })
  if (faults.length > 0) throw invalidRequest('It is not clear what is sold.', faults)
}

function refuseMissing(items: readonly DraftItem[], row: { offers: ReadonlyMap<string, ShopOffer>; currency: string }) {
  const details = items.flatMap(({ variantId }, at): ErrorDetail[] => {
    const message = `there is no variant ${variantId} on sale with a price in ${row.currency}`
    return variantId && !row.offers.has(variantId) ? [{ path: `/items/${at}/variantId`, message }] : []
  })
  if (details.length > 0) throw new AppError('not_found', 'Not all of it is on sale.', { details })
}

const FREE = { weightGrams: 0, isGiftCard: false, collectionIds: [], tags: [], vendor: '', type: '', compareAt: null }

function toLine({ quantity, unitPrice, ...own }: DraftItem, offer: ShopOffer | undefined): Line {
  const id = newId('li')
  if (offer) return { ...offer, id, quantity, unitPrice: unitPrice?.amount ?? offer.unitPrice }
  const { requiresShipping = true, taxClass = 'standard' } = own
  return {
    ...FREE,
    id,
    quantity,
    variantId: id,
    productId: id,
    unitPrice: unitPrice?.amount ?? 0,
    requiresShipping,
    taxClass,
  }
}

interface Wished {
  item: DraftItem
  offer: ShopOffer | undefined
  line: Line
}

function toPlaced(priced: PricedLine, wished: Wished | undefined): PlacedLine {
  if (wished?.line.id !== priced.id) throw new Error('Lines were priced in another order than they were given')
  const { item, offer, line } = wished
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
    requiresShipping: line.requiresShipping,
    isGiftCard: line.isGiftCard,
    weightGrams: line.weightGrams,
    giftOf: null,
  }
}

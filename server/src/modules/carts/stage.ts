import type { Ctx } from '../../ctx.ts'
import type { GiftOffer, GivenCode, GivenPoints, Line, PricingInput } from '../pricing/cart.ts'
import type { Promotion } from '../pricing/rules.ts'
import { buyerOf, buyerPlaceOf, type Contents, destinationOf, type StoredLine } from './contents.ts'
import type { Loaded, ShopOffer } from './offers.ts'
import type { Warning } from './schemas.ts'
import { quoteFor } from './shipping-choice.ts'
import type { ShownTotals } from './shown-totals.ts'

/** A cart beside what the shop has today: what can be bought of it, what that needs, and what the buyer must be told. */
export interface Stage {
  contents: Contents
  /** Those lines that can be bought, with today's price and quantity. */
  lines: StagedLine[]
  warnings: Warning[]
  input: PricingInput
}

export interface StagedLine {
  stored: StoredLine
  offer: ShopOffer
  quantity: number
}

export function setStage(ctx: Ctx, contents: Contents, loaded: Loaded): Stage {
  const { offers, rules } = loaded
  const { lines, warnings } = matchStock(contents.lines, offers, loaded.currency)
  const codes = contents.codes.map((code) => codeOfCart(code, loaded))
  const named = new Map(
    loaded.codes.flatMap(({ code, promotion }) => (contents.codes.includes(code) ? [[promotion.id, promotion]] : [])),
  )
  const promotions = named.size > 0 ? [...rules.automatic, ...named.values()] : rules.automatic
  const cards = new Map(loaded.giftCards.map((card) => [card.id, card]))
  const priced = lines.map(toLine)
  const input: PricingInput = {
    currency: loaded.currency,
    lines: priced,
    codes,
    buyer: buyerOf(contents, usesOf(ctx, contents, loaded)),
    destination: destinationOf(contents),
    buyerPlace: buyerPlaceOf(contents),
    promotions,
    gifts: giftsOf(promotions, offers),
    shipping: rules.shipping,
    chosen: contents.shipping && {
      service: contents.shipping.service,
      quote: quoteFor(ctx, contents, priced, { currency: loaded.currency, rates: rules.shipping.rates }),
    },
    taxes: rules.taxes,
    giftCards: contents.giftCardIds.flatMap((id) => cards.get(id) ?? []),
    points: pointsOf(contents, loaded),
    nowMs: ctx.now.getTime(),
  }
  return { contents, lines, warnings, input }
}

/** Lines in their order take what there is; two that share a variant share its stock. */
function matchStock(stored: readonly StoredLine[], offers: ReadonlyMap<string, ShopOffer>, currency: string) {
  const lines: StagedLine[] = []
  const warnings: Warning[] = []
  const left = new Map<string, number>()
  const ordered = new Map<string, number>()
  for (const line of stored) {
    const about = { lineId: line.id, variantId: line.variantId }
    const offer = offers.get(line.variantId)
    if (!offer) {
      warnings.push({ code: 'gone', ...about, message: 'This can no longer be bought here; it was taken out.' })
      continue
    }
    const available = left.get(line.variantId) ?? offer.available
    const before = ordered.get(line.variantId) ?? 0
    const allowed = Math.min(line.quantity, (offer.maxPerOrder ?? Number.POSITIVE_INFINITY) - before)
    if (allowed < line.quantity) {
      const message = `At most ${offer.maxPerOrder} of this can be ordered at once.`
      warnings.push({ code: 'quantity_limited', ...about, message, requested: line.quantity, available: allowed })
    }
    const quantity = available === null ? allowed : Math.min(allowed, available)
    ordered.set(line.variantId, before + quantity)
    if (allowed === 0) continue
    if (available !== null) left.set(line.variantId, available - quantity)
    if (quantity === 0) {
      const message = 'This is sold out; it was taken out.'
      warnings.push({ code: 'out_of_stock', ...about, message, requested: line.quantity, available: 0 })
      continue
    }
    if (quantity < allowed) {
      const message = `Only ${quantity} of ${line.quantity} are there.`
      warnings.push({ code: 'clamped', ...about, message, requested: line.quantity, available: quantity })
    }
    if (offer.unitPrice !== line.unitPrice) {
      const message = 'The price has changed since it was put into the cart.'
      const [oldPrice, newPrice] = [line.unitPrice, offer.unitPrice].map((amount) => ({ amount, currency }))
      warnings.push({ code: 'price_changed', ...about, message, oldPrice, newPrice } as Warning)
    }
    lines.push({ stored: line, offer, quantity })
  }
  return { lines, warnings }
}

const toLine = ({ stored, offer, quantity }: StagedLine): Line => ({
  id: stored.id,
  quantity,
  variantId: offer.variantId,
  productId: offer.productId,
  unitPrice: offer.unitPrice,
  compareAt: offer.compareAt,
  weightGrams: offer.weightGrams,
  requiresShipping: offer.requiresShipping,
  taxClass: offer.taxClass,
  isGiftCard: offer.isGiftCard,
  collectionIds: offer.collectionIds,
  tags: offer.tags,
  vendor: offer.vendor,
  type: offer.type,
})

/** Those of the buyer's own are taken off what is available where it is reckoned. */
function giftsOf(promotions: readonly Promotion[], offers: ReadonlyMap<string, ShopOffer>): Map<string, GiftOffer> {
  const gifts = new Map<string, GiftOffer>()
  for (const { benefit } of promotions) {
    const offer = benefit.kind === 'gift' ? offers.get(benefit.variantId) : undefined
    if (offer) gifts.set(offer.variantId, offer)
  }
  return gifts
}

/** A visitor has only claimed an address: what its owner has bought is not theirs to know. Checkout counts in any case. */
function usesOf({ caller }: Ctx, { customerKey, customer }: Contents, { uses }: Loaded): Map<string, number> {
  if (caller.kind === 'visitor' && customer === null) return new Map()
  return new Map(uses.flatMap((one) => (one.customerKey === customerKey ? [[one.promotionId, one.uses]] : [])))
}

function pointsOf({ points, customer }: Contents, loaded: Loaded): GivenPoints | null {
  if (!points) return null
  const { points: rules } = loaded.rules
  const account = loaded.points.find(({ customerId }) => customerId === customer?.id)
  const rate = rules?.values.find(({ currency }) => currency === loaded.currency) ?? null
  return { wanted: points.wanted, balance: account?.balance ?? 0, rules, rate }
}

function codeOfCart(code: string, loaded: Loaded): GivenCode {
  const known = loaded.codes.find((one) => one.code === code)
  if (!known) return { code, promotionId: null, isExhausted: false, isDisabled: false }
  const { promotionId, isExhausted, isDisabled } = known
  return { code, promotionId, isExhausted, isDisabled }
}

/** As it is kept from now on: without what is gone, with the prices and quantities that the buyer is shown. */
export const settled = ({ contents, lines }: Stage, shown: ShownTotals): Contents => ({
  ...contents,
  shown,
  lines: lines.map(({ stored, offer, quantity }) => {
    const isSame = stored.quantity === quantity && stored.unitPrice === offer.unitPrice
    return isSame ? stored : { ...stored, quantity, unitPrice: offer.unitPrice }
  }),
})

import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { Addition } from './edits.ts'
import type { Loaded, ShopOffer } from './offers.ts'
import type { Item, NewItems } from './request-schemas.ts'

/** One item is written as itself, several as a list. */
export function itemsOf({ items, ...one }: NewItems): Item[] {
  const isOne = Object.values(one).some((value) => value !== undefined)
  if (isOne === (items !== undefined)) {
    throw invalidRequest('Name one item by variantId or sku, or several as items, and not both.')
  }
  return items ?? [one]
}

/** What must be looked up for them. */
export const lookFor = (items: readonly Item[]) => ({
  variantIds: [...new Set(items.flatMap(({ variantId }) => variantId ?? []))],
  skus: [...new Set(items.flatMap(({ sku }) => sku ?? []))],
})

/** What to do where there is no cart that the rest could have gone into. */
export const JUST_ASKED = 'ask again without it'

/** All of them or none: what can't be bought is told at once, each with its place in the request. */
export function additionsOf(
  items: readonly Item[],
  { offers, currency }: Loaded,
  rest = 'nothing was put into the cart',
): Addition[] {
  const unnamed = items.findIndex(({ variantId, sku }) => (variantId === undefined) === (sku === undefined))
  if (unnamed >= 0) {
    const message = 'must have a variantId or a sku, and not both'
    throw invalidRequest('Name each item by its variantId or its sku.', [{ path: `/items/${unnamed}`, message }])
  }
  const missing: ErrorDetail[] = []
  const soldOut: ErrorDetail[] = []
  const additions = items.flatMap((item, place): Addition[] => {
    const path = `/items/${place}`
    const offer = offerOf(item, offers)
    if (!offer) missing.push({ path, message: `there is no ${nameOf(item)} on sale with a price in ${currency}` })
    else if (offer.available === 0) soldOut.push({ path, message: `${nameOf(item)} is sold out`, actual: 0 })
    if (!offer) return []
    return [{ variantId: offer.variantId, quantity: item.quantity ?? 1, properties: item.properties ?? {} }]
  })
  if (missing.length > 0) {
    throw new AppError('not_found', `${listed(missing)}; ${rest}.`, { details: missing })
  }
  if (soldOut.length > 0) {
    throw new AppError('out_of_stock', `${listed(soldOut)}; ${rest}.`, { details: soldOut })
  }
  return additions
}

function offerOf({ variantId, sku }: Item, offers: Loaded['offers']): ShopOffer | undefined {
  if (variantId !== undefined) return offers.get(variantId)
  const named = [...offers.values()].filter((offer) => offer.sku === sku).sort(byAge)
  return named.find(({ available }) => available !== 0) ?? named[0]
}

const byAge = (one: ShopOffer, other: ShopOffer) => (one.variantId < other.variantId ? -1 : 1)

const nameOf = ({ variantId, sku }: Item) => (variantId ? `variant ${variantId}` : `variant with the SKU ${sku}`)

const listed = (details: readonly ErrorDetail[]) => {
  const [first] = details
  const more = details.length > 1 ? `, and so for ${details.length - 1} more` : ''
  const text = `${first?.message ?? ''}${more}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

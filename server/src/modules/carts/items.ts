import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { Addition } from './edits.ts'
import { unlessOne } from './faults.ts'
import type { Loaded, ShopOffer } from './offers.ts'
import type { Item, NewItems } from './request-schemas.ts'

export interface Named {
  items: readonly Item[]
  /** Where a fault of it is: with its place in the list, if it is in one. */
  isList: boolean
}

/** One item is written as itself, several as a list. */
export function itemsOf({ items, ...one }: NewItems): Named {
  const isOne = Object.values(one).some((value) => value !== undefined)
  const faults = isOne && !items ? unlessOne('/sku', one.sku, 'variantId', one.variantId) : []
  if (isOne === (items !== undefined)) {
    faults.push({ path: '/items', message: 'must be there, or a variantId or sku in its place, and not both' })
  }
  if (faults.length > 0) {
    throw invalidRequest('Name one item by variantId or sku, or several as items, and not both.', faults)
  }
  return items ? { items, isList: true } : { items: [one], isList: false }
}

/** What must be looked up for them. */
export const lookFor = (items: readonly Item[]) => ({
  variantIds: [...new Set(items.flatMap(({ variantId }) => variantId ?? []))],
  skus: [...new Set(items.flatMap(({ sku }) => sku ?? []))],
})

/** What to do where there is no cart that the rest could have gone into. */
export const JUST_ASKED = { rest: 'ask again without it' }

/** All of them or none: what can't be bought is told at once, each with its place in the request. */
export function additionsOf(
  items: readonly Item[],
  { offers, currency }: Loaded,
  { rest = 'nothing was put into the cart', isList = true }: { rest?: string; isList?: boolean } = {},
): Addition[] {
  refuseUnnamed(items)
  assertUnambiguous(items, offers, isList)
  const missing: ErrorDetail[] = []
  const soldOut: ErrorDetail[] = []
  const additions = items.flatMap((item, place): Addition[] => {
    const path = isList ? `/items/${place}` : item.variantId === undefined ? '/sku' : '/variantId'
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

function refuseUnnamed(items: readonly Item[]): void {
  const message = 'must have a variantId or a sku, and not both'
  const unnamed = items.flatMap(({ variantId, sku }, place) =>
    (variantId === undefined) === (sku === undefined) ? [{ path: `/items/${place}`, message }] : [],
  )
  if (unnamed.length > 0) throw invalidRequest('Name each item by its variantId or its sku.', unnamed)
}

/** The buyer must get what they meant: a SKU of several variants does not say which. */
function assertUnambiguous(items: readonly Item[], offers: Loaded['offers'], isList: boolean): void {
  const details = items.flatMap(({ variantId, sku }, place): ErrorDetail[] => {
    const named = variantId === undefined && sku !== undefined ? offersWith(sku, offers) : []
    if (named.length < 2) return []
    const variants = named.map(({ variantId, title }) => `${variantId} (${title})`).join(', ')
    const path = isList ? `/items/${place}/sku` : '/sku'
    return [{ path, message: `is the SKU of ${variants}: use the id of one of them` }]
  })
  if (details.length > 0) throw invalidRequest('A SKU belongs to several variants.', details)
}

function offerOf({ variantId, sku }: Item, offers: Loaded['offers']): ShopOffer | undefined {
  return variantId === undefined ? offersWith(sku, offers)[0] : offers.get(variantId)
}

const offersWith = (sku: string | undefined, offers: Loaded['offers']): ShopOffer[] =>
  [...offers.values()]
    .filter((offer) => offer.sku === sku)
    .sort((one, other) => (one.variantId < other.variantId ? -1 : 1))

const nameOf = ({ variantId, sku }: Item) => (variantId ? `variant ${variantId}` : `variant with the SKU ${sku}`)

const listed = (details: readonly ErrorDetail[]) => {
  const [first] = details
  const more = details.length > 1 ? `, and so for ${details.length - 1} more` : ''
  const text = `${first?.message ?? ''}${more}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

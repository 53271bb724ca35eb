import type { Ctx } from '../../ctx.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { isCurrency } from '../../kit/money.ts'
import { type CartContents, type ItemAddition, insertItems } from './contents.ts'
import type { CartContext } from './loading/load-cart.ts'
import { unitPriceIn } from './loading/load-cart.ts'
import type { NewItems } from './request-schemas.ts'
import type { ItemInput, VariantOffer } from './schemas.ts'

export interface RequestedItems {
  items: readonly ItemInput[]
  /** Whether the request sent a list: error paths then include the item's index. */
  isList: boolean
}

/** A request contains either a single item's fields or a list of items. */
export function parseItems({ items, ...single }: NewItems): RequestedItems {
  const isSingle = Object.values(single).some((value) => value !== undefined)
  const errors = isSingle && !items ? validateExactlyOne('/sku', single.sku, 'variantId', single.variantId) : []
  if (isSingle === (items !== undefined)) {
    errors.push({ path: '/items', message: 'is required unless variantId or sku is sent; send only one' })
  }
  if (errors.length > 0) {
    throw invalidRequest('Send variantId or sku for one item, or items for several, but not both.', errors)
  }
  return items ? { items, isList: true } : { items: [single], isList: false }
}

/** The variants to load for these items. */
export const toVariantLookup = (items: readonly ItemInput[]) => ({
  variantIds: [...new Set(items.flatMap(({ variantId }) => variantId ?? []))],
  skus: [...new Set(items.flatMap(({ sku }) => sku ?? []))],
})

/** Advice for requests without a cart that could contain the remaining items. */
export const NOT_ADDED = { rest: 'Remove it and try again' }

/** Adds all items or none, and reports every item that can't be bought with its path in the request. */
export function resolveAdditions(
  items: readonly ItemInput[],
  { offers, currency }: CartContext,
  { rest: suffix = 'Nothing was added to the cart', isList = true }: { rest?: string; isList?: boolean } = {},
): ItemAddition[] {
  assertIdentified(items)
  assertUnambiguous(items, offers, isList)
  const missing: ErrorDetail[] = []
  const soldOut: ErrorDetail[] = []
  const additions = items.flatMap((item, index): ItemAddition[] => {
    const path = isList ? `/items/${index}` : item.variantId === undefined ? '/sku' : '/variantId'
    const offer = findOffer(item, offers)
    if (!offer)
      missing.push({ path, message: `${describeItem(item)} is not for sale in ${currency}`, ...idOf(item), currency })
    else if (offer.available === 0)
      soldOut.push({ path, message: `${offer.title} is sold out`, available: 0, variantId: offer.variantId })
    if (!offer) return []
    return [{ variantId: offer.variantId, quantity: item.quantity ?? 1, properties: item.properties ?? {} }]
  })
  if (missing.length > 0) {
    throw new AppError('not_found', `${summarizeErrors(missing)}. ${suffix}.`, { details: missing })
  }
  if (soldOut.length > 0) {
    throw new AppError('out_of_stock', `${summarizeErrors(soldOut)}. ${suffix}.`, { details: soldOut })
  }
  return additions
}

function assertIdentified(items: readonly ItemInput[]): void {
  const message = 'must have either variantId or sku'
  const details = items.flatMap(({ variantId, sku }, index) =>
    (variantId === undefined) === (sku === undefined) ? [{ path: `/items/${index}`, message }] : [],
  )
  if (details.length > 0) throw invalidRequest('Send either variantId or sku for each item.', details)
}

/** A SKU shared by several variants is rejected, so that the buyer gets the right one. */
function assertUnambiguous(items: readonly ItemInput[], offers: CartContext['offers'], isList: boolean): void {
  const details = items.flatMap(({ variantId, sku }, index): ErrorDetail[] => {
    const candidates = variantId === undefined && sku !== undefined ? findOffersBySku(sku, offers) : []
    if (candidates.length < 2) return []
    const titles = candidates.map(({ title }) => title).join(', ')
    const variantIds = candidates.map(({ variantId }) => variantId)
    const path = isList ? `/items/${index}/sku` : '/sku'
    return [{ path, message: `is the SKU of several variants (${titles}); send the variantId of one`, variantIds }]
  })
  if (details.length > 0) throw invalidRequest('Several variants share a SKU. Send a variantId instead.', details)
}

function findOffer({ variantId, sku }: ItemInput, offers: CartContext['offers']): VariantOffer | undefined {
  return variantId === undefined ? findOffersBySku(sku, offers)[0] : offers.get(variantId)
}

const findOffersBySku = (sku: string | undefined, offers: CartContext['offers']): VariantOffer[] =>
  [...offers.values()]
    .filter((offer) => offer.sku === sku)
    .sort((one, other) => (one.variantId < other.variantId ? -1 : 1))

const describeItem = ({ sku }: ItemInput) => (sku === undefined ? 'this variant' : `SKU ${sku}`)

const idOf = ({ variantId, sku }: ItemInput) => (variantId ? { variantId } : { sku })

const summarizeErrors = (details: readonly ErrorDetail[]) => {
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  const text = `${first?.message ?? ''}${more}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns an error unless exactly one of two alternative fields is present. */
export const validateExactlyOne = (path: string, value: unknown, name: string, alternative: unknown): ErrorDetail[] =>
  (value === undefined) === (alternative === undefined)
    ? [{ path, message: `is required unless ${name} is sent; send only one` }]
    : []

export const validateCurrency = (currency: string | undefined): ErrorDetail[] =>
  currency === undefined || isCurrency(currency)
    ? []
    : [{ path: '/currency', message: 'must be an ISO 4217 currency code' }]

export const addToCart = (
  contents: CartContents,
  additions: ItemAddition[],
  context: CartContext,
  requested: RequestedItems,
): CartContents =>
  assertWithinOrderLimit(
    insertItems(contents, additions, unitPriceIn(context)),
    context,
    toVariantPaths(additions, requested),
  )

export function assertNoCardNumbersIn(ctx: Ctx, { items, isList }: RequestedItems): void {
  const properties = items.map(({ properties = {} }) => ({ properties }))
  assertNoCardNumbers(ctx, isList ? { items: properties } : (properties[0] ?? {}))
}

/** The variants a request adds, and the field that names each. */
type VariantPaths = ReadonlyMap<string, string>

/** Each addition corresponds to the item at the same index. Without a quantity, the error points at the item. */
export const toVariantPaths = (additions: readonly ItemAddition[], { items, isList }: RequestedItems): VariantPaths =>
  new Map(
    additions.map(({ variantId }, index) => {
      const { quantity, sku } = items[index] ?? {}
      const item = isList ? `/items/${index}` : ''
      const own = isList ? item : sku === undefined ? '/variantId' : '/sku'
      return [variantId, quantity === undefined ? own : `${item}/quantity`]
    }),
  )

/**
 * Enforces the order limit of a variant across all items that share it. Only variants the request names are rejected:
 * a limit lowered since must not block changes to other items, which are reduced with a warning.
 */
export function assertWithinOrderLimit(
  contents: CartContents,
  { offers }: Pick<CartContext, 'offers'>,
  paths: VariantPaths,
): CartContents {
  const details: ErrorDetail[] = []
  for (const [variantId, path] of paths) {
    const { maxPerOrder = null, title } = offers.get(variantId) ?? {}
    const total = contents.items.reduce((sum, item) => sum + (item.variantId === variantId ? item.quantity : 0), 0)
    if (maxPerOrder === null || total <= maxPerOrder) continue
    details.push({
      path,
      message: `at most ${maxPerOrder} of ${title} ${maxPerOrder === 1 ? 'is' : 'are'} allowed per order`,
      limit: maxPerOrder,
      variantId,
    })
  }
  if (details.length === 0) return contents
  const [first] = details
  const message = `${first?.message.charAt(0).toUpperCase()}${first?.message.slice(1)}. Reduce the quantity.`
  throw new AppError('quantity_limit_exceeded', message, { details })
}

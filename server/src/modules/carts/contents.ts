import { createHash } from 'node:crypto'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Money } from '../../kit/money.ts'
import type { Buyer } from '../../pricing/pricing-input.ts'
import type { PricingResult } from '../../pricing/pricing-result.ts'
import type { Address } from '../customers/schemas.ts'

/** The stored part of a cart: the buyer's input, never prices, which are recalculated on every read. */
export interface CartContents {
  items: StoredItem[]
  /** Normalized by `promotions/codes/codes.ts`, in the order they were added. */
  codes: string[]
  giftCardIds: string[]
  country: string | null
  locale: string | null
  email: string | null
  /** A keyed hash of the customer id or email address, to count promotion uses by. */
  customerKey: string | null
  shippingAddress: Address | null
  billingAddress: Address | null
  shipping: { service: string; quoteId: string | null } | null
  note: string | null
  attributes: Record<string, string>
  /** Set by a server, or by the token of a signed-in customer. */
  customer: Customer | null
  /** The signed-in customer whom the cart belongs to; absent for the cart of a guest. */
  ownerId?: string
  /** How many of the customer's points to redeem, up to the balance and the amount due. */
  points?: { requested: number } | null
  /** Pays with the customer's store credit, up to `requested`; null: as much as possible. */
  storeCredit?: { requested: number | null } | null
  /** What the buyer's last response showed; absent until a buyer has read the cart. */
  displayedTotals?: DisplayedTotals
  /** Promotions a checkout rejected because this customer has reached the usage limit. */
  usedUp?: { customerKey: string; promotionIds: string[] }
}

export interface StoredItem {
  id: string
  variantId: string
  quantity: number
  properties: Record<string, string>
  /** The price last shown to the buyer, to detect a change. */
  unitPrice: number
}

export interface Customer {
  id: string | null
  tags: string[]
  ordersCount: number | null
  taxExempt: boolean
}

export const ANONYMOUS_CUSTOMER: Customer = { id: null, tags: [], ordersCount: null, taxExempt: false }

export const EMPTY_CONTENTS: CartContents = {
  items: [],
  codes: [],
  giftCardIds: [],
  country: null,
  locale: null,
  email: null,
  customerKey: null,
  shippingAddress: null,
  billingAddress: null,
  shipping: null,
  note: null,
  attributes: {},
  customer: null,
}

/** More uses than any limit allows. */
const USED_UP = Number.MAX_SAFE_INTEGER

/** As stored in the customer's own record. */
interface CustomerRecord {
  id: string
  tags: readonly string[]
  segmentIds: readonly string[]
  ordersCount: number
}

/** What the shop's server says about the customer comes on top of their record. */
export function toBuyer(
  contents: CartContents,
  uses: ReadonlyMap<string, number>,
  records: readonly CustomerRecord[],
): Buyer {
  const { customer, customerKey, usedUp } = contents
  const record = records.find(({ id }) => id === customer?.id)
  // A promotion rejected for one customer may be available to another.
  const exhausted = usedUp?.customerKey === customerKey ? usedUp?.promotionIds : undefined
  return {
    isKnown: customer !== null,
    tags: [...new Set([...(record?.tags ?? []), ...(customer?.tags ?? [])])],
    segmentIds: record?.segmentIds ?? [],
    ordersCount: customer?.ordersCount ?? record?.ordersCount ?? null,
    uses: exhausted ? new Map([...uses, ...exhausted.map((id): [string, number] => [id, USED_UP])]) : uses,
    isTaxExempt: customer?.taxExempt ?? false,
  }
}

/** Other properties, such as an engraving, make another item; the order of properties doesn't matter. */
function itemKey(variantId: string, properties: Record<string, string>): string {
  const entries = Object.entries(properties)
  if (entries.length === 0) return variantId
  return `${variantId} ${JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))}`
}

export const MAX_ITEMS = 250
export const MAX_QUANTITY = 9999
export const MAX_CODES = 20
const MAX_GIFT_CARDS = 10

export interface ItemAddition {
  variantId: string
  quantity: number
  properties: Record<string, string>
}

/** Increases the quantity of an existing item, so that two concurrent additions end as their sum. */
export function insertItems(
  contents: CartContents,
  additions: ItemAddition[],
  priceOf: (variantId: string) => number,
): CartContents {
  const items = [...contents.items]
  const indexes = new Map(items.map((item, index) => [itemKey(item.variantId, item.properties), index]))
  for (const { variantId, quantity, properties } of additions) {
    const key = itemKey(variantId, properties)
    const index = indexes.get(key) ?? items.length
    const item = items[index] ?? { id: newId('li'), variantId, quantity: 0, properties, unitPrice: priceOf(variantId) }
    items[index] = { ...item, quantity: item.quantity + quantity }
    indexes.set(key, index)
  }
  return { ...contents, items: assertWithinLimits(items) }
}

const GIFT_MESSAGE =
  'This item is a gift from a promotion and can’t be changed. Remove the promotion’s code, or the items that qualify for it.'

export type StoredItemChanges = Partial<Pick<StoredItem, 'quantity' | 'properties'>>

/** Quantity 0 removes the item. Changed properties may merge it with another item. */
export function updateItem(
  contents: CartContents,
  itemId: string,
  change: StoredItemChanges,
  isGift: () => boolean,
): CartContents {
  const item = contents.items.find(({ id }) => id === itemId)
  if (!item && isGift()) throw new AppError('conflict', GIFT_MESSAGE)
  if (!item) throw notFound('item', itemId)
  const updated = { ...item, ...change }
  if (updated.quantity === 0) return { ...contents, items: contents.items.filter((other) => other !== item) }
  const key = itemKey(updated.variantId, updated.properties)
  const duplicate = contents.items.find((other) => other !== item && itemKey(other.variantId, other.properties) === key)
  const items = contents.items
    .filter((other) => other !== duplicate)
    .map((other) => (other === item ? { ...updated, quantity: updated.quantity + (duplicate?.quantity ?? 0) } : other))
  return { ...contents, items: assertWithinLimits(items) }
}

function assertWithinLimits(items: StoredItem[]): StoredItem[] {
  if (items.length > MAX_ITEMS) throw cartFull(`A cart can have at most ${MAX_ITEMS} items.`, MAX_ITEMS)
  if (items.some(({ quantity }) => quantity > MAX_QUANTITY)) {
    throw cartFull(`The quantity of an item can be at most ${MAX_QUANTITY}.`, MAX_QUANTITY)
  }
  return items
}

const cartFull = (message: string, limit: number) => new AppError('cart_full', message, { fields: { limit } })

export function addCodes(contents: CartContents, codes: string[], giftCardIds: string[]): CartContents {
  const all = [...new Set([...contents.codes, ...codes])]
  const cards = [...new Set([...contents.giftCardIds, ...giftCardIds])]
  if (all.length > MAX_CODES) throw cartFull(`A cart can have at most ${MAX_CODES} codes. Remove one first.`, MAX_CODES)
  if (cards.length > MAX_GIFT_CARDS)
    throw cartFull(`A cart can have at most ${MAX_GIFT_CARDS} gift cards. Remove one first.`, MAX_GIFT_CARDS)
  return { ...contents, codes: all, giftCardIds: cards }
}

export const removeCode = (contents: CartContents, code: string): CartContents => ({
  ...contents,
  codes: contents.codes.filter((one) => one !== code),
})

export function removeGiftCard(contents: CartContents, giftCardId: string): CartContents {
  if (!contents.giftCardIds.includes(giftCardId)) throw notFound('gift card in this cart', giftCardId)
  return { ...contents, giftCardIds: contents.giftCardIds.filter((one) => one !== giftCardId) }
}

/** What the last response showed the buyer. Nobody pays an amount they were not shown, so a checkout must match it. */
export interface DisplayedTotals {
  total: number
  /** The part of the total that gift cards, points and store credit pay. */
  credit: number
  /** A digest of items and quantities, including gifts, because a cart of 250 items is read and written whole. */
  items: string
}

interface DigestItem {
  id: string
  variantId: string
  quantity: number
}

const digestOf = (items: readonly DigestItem[]): string =>
  createHash('sha256')
    .update(items.map(({ id, variantId, quantity }) => `${id} ${variantId} ${quantity}`).join('\n'))
    .digest('base64url')
    .slice(0, 22)

interface CartResponse {
  items: readonly DigestItem[]
  totals: { total: Money; giftCards: Money; points: Money; storeCredit: Money }
}

export const toDisplayedTotals = ({ items, totals }: CartResponse): DisplayedTotals => ({
  total: totals.total.amount,
  credit: totals.giftCards.amount + totals.points.amount + totals.storeCredit.amount,
  items: digestOf(items),
})

export const computeTotals = ({ items, totals }: Pick<PricingResult, 'items' | 'totals'>): DisplayedTotals => ({
  total: totals.total,
  credit: totals.giftCards + totals.points + totals.storeCredit,
  items: digestOf(items),
})

export const areSameTotals = (displayed: DisplayedTotals | undefined, totals: DisplayedTotals): boolean =>
  displayed?.total === totals.total && displayed.credit === totals.credit && displayed.items === totals.items

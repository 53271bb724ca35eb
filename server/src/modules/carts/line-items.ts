import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type CartContents, lineItemKey, type StoredLineItem } from './contents.ts'
import { MAX_CODES, MAX_LINE_ITEMS, MAX_QUANTITY } from './schemas.ts'

const MAX_GIFT_CARDS = 10

export interface ItemAddition {
  variantId: string
  quantity: number
  properties: Record<string, string>
}

/** Increases the quantity of an existing item, so that two concurrent additions end as their sum. */
export function addLineItems(
  contents: CartContents,
  additions: ItemAddition[],
  priceOf: (variantId: string) => number,
): CartContents {
  const items = [...contents.items]
  const indexes = new Map(items.map((item, index) => [lineItemKey(item.variantId, item.properties), index]))
  for (const { variantId, quantity, properties } of additions) {
    const key = lineItemKey(variantId, properties)
    const index = indexes.get(key) ?? items.length
    const item = items[index] ?? { id: newId('li'), variantId, quantity: 0, properties, unitPrice: priceOf(variantId) }
    items[index] = { ...item, quantity: item.quantity + quantity }
    indexes.set(key, index)
  }
  return { ...contents, items: assertWithinLimits(items) }
}

const GIFT_MESSAGE =
  'This item is a gift from a promotion and can’t be changed. Remove the promotion’s code, or the items that qualify for it.'

export interface LineItemChange {
  quantity?: number
  properties?: Record<string, string>
}

/** Quantity 0 removes the item. Changed properties may merge it with another item. */
export function updateLineItem(
  contents: CartContents,
  itemId: string,
  change: LineItemChange,
  isGift: () => boolean,
): CartContents {
  const item = contents.items.find(({ id }) => id === itemId)
  if (!item && isGift()) throw new AppError('conflict', GIFT_MESSAGE)
  if (!item) throw notFound('item', itemId)
  const updated = { ...item, ...change }
  if (updated.quantity === 0) return { ...contents, items: contents.items.filter((other) => other !== item) }
  const key = lineItemKey(updated.variantId, updated.properties)
  const duplicate = contents.items.find(
    (other) => other !== item && lineItemKey(other.variantId, other.properties) === key,
  )
  const items = contents.items
    .filter((other) => other !== duplicate)
    .map((other) => (other === item ? { ...updated, quantity: updated.quantity + (duplicate?.quantity ?? 0) } : other))
  return { ...contents, items: assertWithinLimits(items) }
}

function assertWithinLimits(items: StoredLineItem[]): StoredLineItem[] {
  if (items.length > MAX_LINE_ITEMS) throw cartFull(`A cart can have at most ${MAX_LINE_ITEMS} items.`, MAX_LINE_ITEMS)
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

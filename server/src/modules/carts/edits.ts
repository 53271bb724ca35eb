import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type Contents, type StoredLine, sameThing } from './contents.ts'

export const MAX_LINES = 250
export const MAX_QUANTITY = 9999
export const MAX_CODES = 20
const MAX_GIFT_CARDS = 10

export interface Addition {
  variantId: string
  quantity: number
  properties: Record<string, string>
}

/** What is in the cart already becomes more; so two who add at once end as their sum. */
export function addLines(contents: Contents, additions: Addition[], priceOf: (variantId: string) => number): Contents {
  const lines = [...contents.lines]
  const places = new Map(lines.map((line, place) => [sameThing(line.variantId, line.properties), place]))
  for (const { variantId, quantity, properties } of additions) {
    const key = sameThing(variantId, properties)
    const place = places.get(key) ?? lines.length
    const line = lines[place] ?? { id: newId('li'), variantId, quantity: 0, properties, unitPrice: priceOf(variantId) }
    lines[place] = { ...line, quantity: line.quantity + quantity }
    places.set(key, place)
  }
  return { ...contents, lines: fitting(lines) }
}

const IS_GIFT =
  'This line is a gift of a promotion: it comes and goes with it, and can’t be changed by itself. Remove the code of the promotion, or what it is given for.'

export interface LineChange {
  quantity?: number
  properties?: Record<string, string>
}

/** Nothing of it is none of it. With other words on it, it may become one with another line. */
export function changeLine(contents: Contents, lineId: string, change: LineChange, isGift: () => boolean): Contents {
  const line = contents.lines.find(({ id }) => id === lineId)
  if (!line && isGift()) throw new AppError('conflict', IS_GIFT)
  if (!line) throw notFound('line', lineId)
  const changed = { ...line, ...change }
  if (changed.quantity === 0) return { ...contents, lines: contents.lines.filter((other) => other !== line) }
  const key = sameThing(changed.variantId, changed.properties)
  const twin = contents.lines.find((other) => other !== line && sameThing(other.variantId, other.properties) === key)
  const lines = contents.lines
    .filter((other) => other !== twin)
    .map((other) => (other === line ? { ...changed, quantity: changed.quantity + (twin?.quantity ?? 0) } : other))
  return { ...contents, lines: fitting(lines) }
}

function fitting(lines: StoredLine[]): StoredLine[] {
  if (lines.length > MAX_LINES) throw tooMuch(`A cart holds at most ${MAX_LINES} lines.`)
  if (lines.some(({ quantity }) => quantity > MAX_QUANTITY)) {
    throw tooMuch(`A line holds at most ${MAX_QUANTITY} of a thing.`)
  }
  return lines
}

const tooMuch = (message: string) => new AppError('cart_full', message)

export function addCodes(contents: Contents, codes: string[], giftCardIds: string[]): Contents {
  const all = [...new Set([...contents.codes, ...codes])]
  const cards = [...new Set([...contents.giftCardIds, ...giftCardIds])]
  if (all.length > MAX_CODES) throw tooMuch(`A cart takes at most ${MAX_CODES} codes: remove one first.`)
  if (cards.length > MAX_GIFT_CARDS) throw tooMuch(`A cart takes at most ${MAX_GIFT_CARDS} gift cards.`)
  return { ...contents, codes: all, giftCardIds: cards }
}

export const withoutCode = (contents: Contents, code: string): Contents => ({
  ...contents,
  codes: contents.codes.filter((one) => one !== code),
})

export function withoutGiftCard(contents: Contents, giftCardId: string): Contents {
  if (!contents.giftCardIds.includes(giftCardId)) throw notFound('gift card in this cart', giftCardId)
  return { ...contents, giftCardIds: contents.giftCardIds.filter((one) => one !== giftCardId) }
}

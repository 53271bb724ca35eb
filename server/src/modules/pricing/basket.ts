import type { Line } from './cart.ts'
import { type Field, type List, type Matcher, names } from './selection.ts'
import { exact, sumOf } from './shares.ts'

/** The lines of a cart by what they are, so that whatever depends on their order does not depend on the order they came in. */
export interface Basket {
  lines: readonly Line[]
  /** Where each line stood in the cart. */
  places: readonly number[]
  /** Before discounts. */
  subtotals: readonly number[]
  /** Which lines promotions see at all: gift cards are money in another form. */
  goods: readonly number[]
  /** Made when the first selection asks: which goods have a value in a field. */
  index: Partial<Record<Field, Map<string, number[]>>>
}

export function basketOf(cartLines: readonly Line[]): Basket {
  const places = placesByKind(cartLines)
  const lines: Line[] = []
  const subtotals: number[] = []
  const goods: number[] = []
  for (const place of places) {
    const line = cartLines[place]
    if (!line) continue
    if (!line.isGiftCard) goods.push(lines.length)
    lines.push(line)
    subtotals.push(exact(line.unitPrice * line.quantity))
  }
  sumOf(subtotals)
  return { lines, places, subtotals, goods, index: {} }
}

/**
 * Ids are made as lines are added, so they come last: only between lines that have the same price and number, and bear
 * each other's share just as well.
 */
function comesAfter(one: Line, other: Line): boolean {
  if (one.variantId > other.variantId) return true
  if (one.variantId < other.variantId) return false
  return (one.unitPrice - other.unitPrice || one.quantity - other.quantity || (one.id > other.id ? 1 : -1)) > 0
}

/** Each is put where it belongs among those before: for fifty lines twice as quick as `sort`, and quicker if they are in order. */
function placesByKind(lines: readonly Line[]): number[] {
  const places: number[] = []
  const isAfter = (at: number, line: Line) => comesAfter(lines[places[at] ?? 0] ?? line, line)
  for (const [place, line] of lines.entries()) {
    let from = 0
    let to = places.length
    if (to > 0 && !isAfter(to - 1, line)) from = to
    while (from < to) {
      const middle = (from + to) >> 1
      if (isAfter(middle, line)) to = middle
      else from = middle + 1
    }
    if (from === places.length) places.push(place)
    else places.splice(from, 0, place)
  }
  return places
}

function addTo(index: Map<string, number[]>, value: string, position: number): void {
  const positions = index.get(value)
  if (!positions) index.set(value, [position])
  else if (positions[positions.length - 1] !== position) positions.push(position)
}

function valuesOf(line: Line, field: Field): string | readonly string[] {
  switch (field) {
    case 'productIds':
      return line.productId
    case 'variantIds':
      return line.variantId
    case 'collectionIds':
      return line.collectionIds
    case 'tags':
      return line.tags
    case 'vendors':
      return line.vendor
    case 'types':
      return line.type
  }
}

function indexOf(basket: Basket, field: Field): Map<string, number[]> {
  const known = basket.index[field]
  if (known) return known
  const index = new Map<string, number[]>()
  for (const position of basket.goods) {
    const line = basket.lines[position]
    if (!line) continue
    const values = valuesOf(line, field)
    if (typeof values === 'string') addTo(index, values, position)
    else for (const value of values) addTo(index, value, position)
  }
  basket.index[field] = index
  return index
}

const NONE: readonly number[] = []

const together = (some: readonly number[], others: readonly number[]): readonly number[] =>
  some.length === 0 ? others : [...some, ...others]

/** Whichever is shorter is gone through: the list of a rule, or what there is in the cart. */
function withValues(index: ReadonlyMap<string, readonly number[]>, { values, list }: List): readonly number[] {
  let found = NONE
  if (list.length <= index.size) {
    for (const value of list) {
      const positions = index.get(value)
      if (positions) found = together(found, positions)
    }
  } else {
    for (const [value, positions] of index) if (values.has(value)) found = together(found, positions)
  }
  return found
}

const inOrder = (positions: readonly number[]): number[] => [...new Set(positions)].sort((one, other) => one - other)

/** Positions of the goods that are meant, in order. Most promotions mean none, so that has to be found out quickly. */
export function meantGoods(basket: Basket, { isAll, lists, except }: Matcher): readonly number[] {
  let positions = basket.goods
  if (!isAll) {
    positions = NONE
    let parts = 0
    for (const named of lists) {
      const found = withValues(indexOf(basket, named.field), named)
      if (found === NONE) continue
      positions = together(positions, found)
      parts += named.list.length
    }
    if (positions === NONE) return NONE
    // What one value of one list means is in order already.
    if (parts > 1) positions = inOrder(positions)
  }
  if (!except) return positions
  return positions.filter((position) => {
    const line = basket.lines[position]
    return line && !names(except, line)
  })
}

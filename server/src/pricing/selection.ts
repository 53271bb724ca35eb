import type { Offer } from './pricing-input.ts'
import type { Selection } from './rules.ts'

const SELECTION_FIELDS = ['productIds', 'variantIds', 'collectionIds', 'tags', 'vendors', 'types'] as const
export type SelectionField = (typeof SELECTION_FIELDS)[number]

export interface FieldList {
  field: SelectionField
  values: ReadonlySet<string>
  /** The same values, for iteration. */
  list: readonly string[]
}

/** A compiled selection. */
export interface Matcher {
  isAll: boolean
  lists: readonly FieldList[]
  exclude: readonly FieldList[] | null
}

/** An empty list equals an absent one; otherwise a cleared form field would differ from one never filled in. */
const toFieldLists = (selection: Selection): FieldList[] =>
  SELECTION_FIELDS.flatMap((field) => {
    const values = new Set(selection[field])
    return values.size > 0 ? { field, values, list: [...values] } : []
  })

/** Rules are cached between requests, so each selection is compiled only once. */
const matchers = new WeakMap<Selection, Matcher>()

export function getMatcher(selection: Selection): Matcher {
  let matcher = matchers.get(selection)
  if (!matcher) {
    const lists = toFieldLists(selection)
    const exclude = toFieldLists(selection.exclude ?? {})
    matcher = { isAll: lists.length === 0, lists, exclude: exclude.length > 0 ? exclude : null }
    matchers.set(selection, matcher)
  }
  return matcher
}

function matchesList({ field, values }: FieldList, offer: Offer): boolean {
  switch (field) {
    case 'productIds':
      return values.has(offer.productId)
    case 'variantIds':
      return values.has(offer.variantId)
    case 'collectionIds':
      return offer.collectionIds.some((id) => values.has(id))
    case 'tags':
      return offer.tags.some((tag) => values.has(tag))
    case 'vendors':
      return values.has(offer.vendor)
    case 'types':
      return values.has(offer.type)
  }
}

export const matchesAny = (lists: readonly FieldList[], offer: Offer): boolean =>
  lists.some((list) => matchesList(list, offer))

/** An offer matches if any list contains it, or there are no lists, and no list of `exclude` contains it. */
export function matchesSelection(selection: Selection, offer: Offer): boolean {
  const { isAll, lists, exclude } = getMatcher(selection)
  return (isAll || matchesAny(lists, offer)) && !(exclude && matchesAny(exclude, offer))
}

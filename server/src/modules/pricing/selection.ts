import type { Offer } from './cart.ts'
import type { Selection } from './rules.ts'

const FIELDS = ['productIds', 'variantIds', 'collectionIds', 'tags', 'vendors', 'types'] as const
export type Field = (typeof FIELDS)[number]

export interface List {
  field: Field
  values: ReadonlySet<string>
  /** The same, to be gone through. */
  list: readonly string[]
}

/** A selection that is ready to be asked. */
export interface Matcher {
  isAll: boolean
  lists: readonly List[]
  except: readonly List[] | null
}

/** An empty list is the same as none, or a form that was cleared would mean something else than one never filled in. */
const listsOf = (selection: Selection): List[] =>
  FIELDS.flatMap((field) => {
    const values = new Set(selection[field])
    return values.size > 0 ? { field, values, list: [...values] } : []
  })

/** Rules stay in memory between requests, so each selection is made ready only once. */
const matchers = new WeakMap<Selection, Matcher>()

export function matcherOf(selection: Selection): Matcher {
  let matcher = matchers.get(selection)
  if (!matcher) {
    const lists = listsOf(selection)
    const except = listsOf(selection.except ?? {})
    matcher = { isAll: lists.length === 0, lists, except: except.length > 0 ? except : null }
    matchers.set(selection, matcher)
  }
  return matcher
}

function isNamed({ field, values }: List, offer: Offer): boolean {
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

export const names = (lists: readonly List[], offer: Offer): boolean => lists.some((list) => isNamed(list, offer))

/** Whether a selection means an offer: any list names it, or there is none, and no list of `except` does. */
export function isMeant(selection: Selection, offer: Offer): boolean {
  const { isAll, lists, except } = matcherOf(selection)
  return (isAll || names(lists, offer)) && !(except && names(except, offer))
}

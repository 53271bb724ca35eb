import type { Offer } from './cart.ts'
import type { Selection } from './rules.ts'

type Lists = Omit<Selection, 'except'>

/** To look through a few is quicker than to hash. */
const FEW = 8
/** Rules stay in memory between requests, so each long list is made a set only once. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

export function isNamed(list: readonly string[], value: string): boolean {
  if (list.length <= FEW) return list.includes(value)
  let set = sets.get(list)
  if (!set) {
    set = new Set(list)
    sets.set(list, set)
  }
  return set.has(value)
}

const isAnyNamed = (list: readonly string[] | undefined, values: readonly string[]): boolean =>
  !!list?.length && values.some((value) => isNamed(list, value))

const isOneNamed = (list: readonly string[] | undefined, value: string): boolean =>
  !!list?.length && isNamed(list, value)

/** Whether any of the lists names it; lists that are empty name nothing. */
export const names = (lists: Lists, offer: Offer): boolean =>
  isOneNamed(lists.productIds, offer.productId) ||
  isOneNamed(lists.variantIds, offer.variantId) ||
  isAnyNamed(lists.collectionIds, offer.collectionIds) ||
  isAnyNamed(lists.tags, offer.tags) ||
  isOneNamed(lists.vendors, offer.vendor) ||
  isOneNamed(lists.types, offer.type)

/** An empty list is the same as none at all, or a form that was cleared would mean something else than one never filled in. */
export const meansAll = (selection: Selection): boolean =>
  !selection.productIds?.length &&
  !selection.variantIds?.length &&
  !selection.collectionIds?.length &&
  !selection.tags?.length &&
  !selection.vendors?.length &&
  !selection.types?.length

export const isMeant = (selection: Selection, offer: Offer): boolean =>
  (meansAll(selection) || names(selection, offer)) && !(selection.except && names(selection.except, offer))

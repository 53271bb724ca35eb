import type { Selection } from './promotions.ts'

/** What a promotion is for, while it is edited. */
export interface SelectionFields {
  scope: 'all' | 'some'
  tags: string[]
  vendors: string[]
  types: string[]
  collectionIds: string[]
  productIds: string[]
  /** Not shown one by one, and kept as they are. */
  hidden: Pick<Selection, 'variantIds' | 'except'>
}

const SHOWN = ['tags', 'vendors', 'types', 'collectionIds', 'productIds'] as const

export const EVERYTHING: SelectionFields = {
  scope: 'all',
  tags: [],
  vendors: [],
  types: [],
  collectionIds: [],
  productIds: [],
  hidden: {},
}

export function toSelectionFields(selection: Selection = {}): SelectionFields {
  const { variantIds, except, ...lists } = selection
  const isAll = !variantIds && SHOWN.every((name) => !lists[name])
  return {
    ...EVERYTHING,
    ...lists,
    scope: isAll ? 'all' : 'some',
    hidden: { ...(variantIds && { variantIds }), ...(except && { except }) },
  }
}

export function toSelection(fields: SelectionFields): Selection {
  const { except } = fields.hidden
  if (fields.scope === 'all') return except ? { except } : {}
  const lists = SHOWN.filter((name) => fields[name].length > 0).map((name) => [name, fields[name]])
  return { ...Object.fromEntries(lists), ...fields.hidden }
}

/** To the server an empty selection is everything, which is not what somebody means who is about to choose. */
export const isUnchosen = (fields: SelectionFields): boolean =>
  fields.scope === 'some' && !fields.hidden.variantIds && SHOWN.every((name) => fields[name].length === 0)

import type { ItemSelection } from './promotions.ts'

/** What a promotion is for, while it is edited. */
export interface SelectionFields {
  scope: 'all' | 'some'
  tags: string[]
  vendors: string[]
  types: string[]
  collectionIds: string[]
  productIds: string[]
  /** Not shown one by one, and kept as they are. */
  hidden: Pick<ItemSelection, 'variantIds' | 'except'>
}

const EDITABLE_LISTS = ['tags', 'vendors', 'types', 'collectionIds', 'productIds'] as const

export const ALL_ITEMS: SelectionFields = {
  scope: 'all',
  tags: [],
  vendors: [],
  types: [],
  collectionIds: [],
  productIds: [],
  hidden: {},
}

export function toSelectionFields(selection: ItemSelection = {}): SelectionFields {
  const { variantIds, except, ...lists } = selection
  const isAll = !variantIds && EDITABLE_LISTS.every((name) => !lists[name])
  return {
    ...ALL_ITEMS,
    ...lists,
    scope: isAll ? 'all' : 'some',
    hidden: { ...(variantIds && { variantIds }), ...(except && { except }) },
  }
}

export function toSelection(fields: SelectionFields): ItemSelection {
  const { except } = fields.hidden
  if (fields.scope === 'all') return except ? { except } : {}
  const lists = EDITABLE_LISTS.filter((name) => fields[name].length > 0).map((name) => [name, fields[name]])
  return { ...Object.fromEntries(lists), ...fields.hidden }
}

/** To the server an empty selection is everything, which is not what somebody means who is about to choose. */
export const isEmptySelection = (fields: SelectionFields): boolean =>
  fields.scope === 'some' && !fields.hidden.variantIds && EDITABLE_LISTS.every((name) => fields[name].length === 0)

import type { ItemSelection } from './promotions.ts'

/** The items a promotion applies to, in the form. */
export interface SelectionFields {
  scope: 'all' | 'some'
  tags: string[]
  vendors: string[]
  types: string[]
  collectionIds: string[]
  productIds: string[]
  /** Not shown individually; sent back unchanged. */
  hidden: Pick<ItemSelection, 'variantIds' | 'exclude'>
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
  const { variantIds, exclude, ...lists } = selection
  const isAll = !variantIds && EDITABLE_LISTS.every((name) => !lists[name])
  return {
    ...ALL_ITEMS,
    ...lists,
    scope: isAll ? 'all' : 'some',
    hidden: { ...(variantIds && { variantIds }), ...(exclude && { exclude }) },
  }
}

export function toSelection(fields: SelectionFields): ItemSelection {
  const { exclude } = fields.hidden
  if (fields.scope === 'all') return exclude ? { exclude } : {}
  const lists = EDITABLE_LISTS.filter((name) => fields[name].length > 0).map((name) => [name, fields[name]])
  return { ...Object.fromEntries(lists), ...fields.hidden }
}

/** To the server an empty selection means everything, which a user who is still choosing does not intend. */
export const isEmptySelection = (fields: SelectionFields): boolean =>
  fields.scope === 'some' && !fields.hidden.variantIds && EDITABLE_LISTS.every((name) => fields[name].length === 0)

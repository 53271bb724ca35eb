import { useState } from 'react'
import type { ListQuery, RowSelection } from './list.tsx'

/** More would take minutes, because each item is a request of its own. */
const MAX_SELECTED = 1000

interface SelectionState<Item> {
  /** The filters it belongs to: another list starts without a selection. */
  resetKey: string
  selected: Map<string, Item>
  /** Why the last action failed, by item. */
  failures: Map<string, string>
}

export interface Selection<Item> extends RowSelection {
  items: Item[]
  /** There are more that match the filters than are loaded. */
  hasMore: boolean
  selectAllMatching: () => Promise<void>
  clear: () => void
  /** What failed stays selected, with its reason; the rest is done. */
  settle: (failures: Map<string, string>) => void
}

/** The rows that somebody has checked, for bulk actions. */
export function useSelection<Item>(
  list: ListQuery<Item>,
  itemKey: (item: Item) => string,
  resetKey: string,
): Selection<Item> {
  const none = (): SelectionState<Item> => ({ resetKey, selected: new Map(), failures: new Map() })
  const [stored, setState] = useState(none)
  const state = stored.resetKey === resetKey ? stored : none()
  const shown = list.data ?? []
  const select = (items: Item[]) =>
    setState({ ...none(), selected: new Map(items.slice(0, MAX_SELECTED).map((item) => [itemKey(item), item])) })
  const areAllSelected = shown.length > 0 && shown.every((item) => state.selected.has(itemKey(item)))
  return {
    items: [...state.selected.values()],
    isSelected: (key) => state.selected.has(key),
    failureOf: (key) => state.failures.get(key),
    toggle: (key) => {
      const selected = new Map(state.selected)
      const item = shown.find((one) => itemKey(one) === key)
      if (!selected.delete(key) && item) selected.set(key, item)
      setState({ ...state, selected })
    },
    areAllSelected,
    areSomeSelected: state.selected.size > 0,
    toggleAll: () => select(areAllSelected ? [] : shown),
    hasMore: list.hasNextPage && state.selected.size < MAX_SELECTED,
    selectAllMatching: async () => {
      let page: { data: Item[] | undefined; hasNextPage: boolean } = list
      while (page.hasNextPage && (page.data?.length ?? 0) < MAX_SELECTED) page = await list.fetchNextPage()
      select(page.data ?? [])
    },
    clear: () => setState(none()),
    settle: (failures) =>
      setState({
        resetKey,
        selected: new Map([...state.selected].filter(([key]) => failures.has(key))),
        failures,
      }),
  }
}

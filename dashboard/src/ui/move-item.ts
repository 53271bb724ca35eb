/** The list with one of its things at another place; the same list when there is no such place. */
export function moveItem<Item>(list: Item[], from: number, to: number): Item[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

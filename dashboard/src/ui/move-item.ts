/** Returns a copy with one item moved, or the same list if the target is out of range. */
export function moveItem<Item>(list: Item[], from: number, to: number): Item[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

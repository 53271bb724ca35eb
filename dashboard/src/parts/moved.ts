/** The list with one of its things at another place; the same list when there is no such place. */
export function moved<Thing>(list: Thing[], from: number, to: number): Thing[] {
  const thing = list[from]
  if (thing === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}

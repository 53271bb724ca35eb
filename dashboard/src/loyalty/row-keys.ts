let newRowCount = 0

/** Identifies a row of the form that has not been saved yet. */
export function newRowKey(): string {
  newRowCount += 1
  return `new.${newRowCount}`
}

/** Longer names are cut, so that a number fits behind them. */
const MAX_LENGTH = 40

/** The key that the API knows a new entry by, from its name: `gold`, or `gold-2` if there is one already. */
function keyFromName(name: string, fallback: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  const base = words.join('-').slice(0, MAX_LENGTH) || fallback
  let key = base
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`
  return key
}

/**
 * The entries of the rows that are complete. They keep the key that they were saved with; new ones get theirs from their
 * name.
 */
export function toKeyedEntries<Row extends { savedKey: string }, Entry extends { name: string }>(
  rows: Row[],
  parse: (row: Row) => Entry | undefined,
  fallback: string,
): (Entry & { key: string })[] {
  const taken = new Set(rows.flatMap(({ savedKey }) => savedKey || []))
  return rows.flatMap((row) => {
    const entry = parse(row)
    if (!entry) return []
    const key = row.savedKey || keyFromName(entry.name, fallback, taken)
    taken.add(key)
    return [{ key, ...entry }]
  })
}

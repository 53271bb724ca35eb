/** A map keeps its keys in the order of their insertion. Clients with many addresses only evict their own. */
export function evictOldest(entries: Map<string, unknown>): void {
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}

/** `Object.keys` with the names of the type. Only for objects that have no others. */
export function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  const keys: Key[] = []
  for (const key in record) keys.push(key)
  return keys
}

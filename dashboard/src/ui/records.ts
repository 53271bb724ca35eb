/** `Object.keys` with the names of the type. Only for objects that have no others. */
export function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  const keys: Key[] = []
  for (const key in record) keys.push(key)
  return keys
}

export const recordOf = <Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>

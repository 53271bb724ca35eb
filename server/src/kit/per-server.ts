/**
 * The server's own instance of what `create` makes, such as a cache: created on first use and reached through `ctx`, so
 * that two servers in one process share nothing.
 */
export type PerServer = <Value extends object>(create: () => Value) => Value

export function newPerServer(): PerServer {
  const values = new Map<() => object, object>()
  return <Value extends object>(create: () => Value): Value => {
    const existing = values.get(create) as Value | undefined
    if (existing) return existing
    const value = create()
    values.set(create, value)
    return value
  }
}

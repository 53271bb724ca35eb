const pending = new Set<() => unknown>()

/** Created on first use, so that a start does not wait for it and a server does not hold what nobody uses. */
export function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  const get = () => {
    if (!cached) {
      pending.delete(get)
      cached = { value: make() }
    }
    return cached.value
  }
  return get
}

/** Lets `warmUp` create a lazy value. */
export function prepareEarly(get: () => unknown): void {
  pending.add(get)
}

/** Creates what is to be prepared early, one after the other, with pauses for requests: then no first request waits. */
export function warmUp(pauseMs = 20): void {
  const [next] = pending
  if (!next) return
  pending.delete(next)
  next()
  setTimeout(warmUp, pauseMs, pauseMs).unref()
}

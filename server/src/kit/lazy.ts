const pending = new Set<() => unknown>()

/** Created on first use, so that a start does not wait for it; or earlier, by `warmUp`. */
export function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  const get = () => {
    if (!cached) {
      pending.delete(get)
      cached = { value: make() }
    }
    return cached.value
  }
  pending.add(get)
  return get
}

/**
 * Creates pending values one after the other, with pauses for requests: then no first request waits, and errors show
 * early.
 */
export function warmUp(pauseMs = 20): void {
  const [next] = pending
  if (!next) return
  next()
  setTimeout(warmUp, pauseMs, pauseMs).unref()
}

const pending = new Set<() => unknown>()

/** Made when it is first asked for, so that a start does not wait for it; or before, by `makeTheRest`. */
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

/** One after the other, with pauses for requests: then nobody's first one waits, and what can't be made is known soon. */
export function warmUp(pauseMs = 20): void {
  const [next] = pending
  if (!next) return
  next()
  setTimeout(warmUp, pauseMs, pauseMs).unref()
}

const waiting = new Set<() => unknown>()

/** Made when it is first asked for, so that a start does not wait for it; or before, by `makeTheRest`. */
export function later<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  const get = () => {
    if (!made) {
      waiting.delete(get)
      made = { value: make() }
    }
    return made.value
  }
  waiting.add(get)
  return get
}

/** One after the other, with pauses for requests: then nobody's first one waits, and what can't be made is known soon. */
export function makeTheRest(pauseMs = 20): void {
  const [next] = waiting
  if (!next) return
  next()
  setTimeout(makeTheRest, pauseMs, pauseMs).unref()
}

interface Window {
  count: number
  endsMs: number
}

export interface Windows {
  find(lengthMs: number, name: string): Window | undefined
  open(lengthMs: number, name: string, window: Window): void
  forgetEnded(nowMs: number): void
  size(): number
}

/** Kept by length: in each, the order of opening is the order of ending, so that what has ended stands in front. */
export function openWindows(): Windows {
  const byLength = new Map<number, Map<string, Window>>()
  let size = 0
  return {
    find: (lengthMs, name) => byLength.get(lengthMs)?.get(name),
    open(lengthMs, name, window) {
      const windows = byLength.get(lengthMs) ?? new Map<string, Window>()
      byLength.set(lengthMs, windows)
      // Taken out first, so that it is put at the end.
      if (!windows.delete(name)) size += 1
      windows.set(name, window)
    },
    forgetEnded(nowMs) {
      for (const [lengthMs, windows] of byLength) {
        for (const [name, window] of windows) {
          // Opened before the clock was put back: it must not keep the others waiting.
          window.endsMs = Math.min(window.endsMs, nowMs + lengthMs)
          if (window.endsMs > nowMs) break
          windows.delete(name)
          size -= 1
        }
      }
    },
    size: () => size,
  }
}

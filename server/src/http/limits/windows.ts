import type { Quota } from './table.ts'

interface Window {
  count: number
  endsMs: number
}

type Counter = Pick<Quota, 'counter' | 'windowMs'>

export interface Windows {
  find(counter: Counter, name: string): Window | undefined
  /** In place of `ended`, if there was one: to look for it again would take most of the time. */
  open(counter: Counter, name: string, window: Window, ended: Window | undefined): void
  forgetEnded(nowMs: number): void
  size(): number
}

interface Drawer {
  lengthMs: number
  windows: Map<string, Window>
}

/** A drawer for each counter: all in it last equally long, so that the first to be opened are the first to end. */
export function openWindows(): Windows {
  const drawers = new Map<string, Drawer>()
  let size = 0
  return {
    find: ({ counter }, name) => drawers.get(counter)?.windows.get(name),
    open({ counter, windowMs }, name, window, ended) {
      const drawer = drawers.get(counter) ?? { lengthMs: windowMs, windows: new Map<string, Window>() }
      drawers.set(counter, drawer)
      // Taken out first, so that it is put at the end.
      if (ended) drawer.windows.delete(name)
      else size += 1
      drawer.windows.set(name, window)
    },
    forgetEnded(nowMs) {
      for (const { lengthMs, windows } of drawers.values()) {
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

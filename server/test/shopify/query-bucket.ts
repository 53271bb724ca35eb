/** The points of an app in a shop: they come back at a steady rate. */
export function openQueryBucket({ size, restoreRate }: { size: number; restoreRate: number }) {
  let [available, at] = [size, Date.now()]
  function restore(): void {
    const now = Date.now()
    available = Math.min(size, available + ((now - at) * restoreRate) / 1000)
    at = now
  }
  return {
    take(points: number): boolean {
      restore()
      if (points > available) return false
      available -= points
      return true
    },
    status: () => {
      restore()
      return { maximumAvailable: size, currentlyAvailable: Math.floor(available), restoreRate }
    },
  }
}

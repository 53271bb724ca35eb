/**
 * Doubles with each failure, up to the longest; with jitter, so that servers that failed together do not retry
 * together.
 */
export function backoffMs(failures: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + Math.random() / 2)
}

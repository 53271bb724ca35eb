import type { History } from './limits.ts'

const DAY_SECONDS = 86_400

export interface Bucket {
  startsAt: Date
  endsAt: Date
  accepted: number
  refused: number
}

/** Every bucket of the day, also those without requests; without a name, of all series together. */
export function fillBuckets({ since, bucketSeconds, series }: History, name?: string): Bucket[] {
  const lengthMs = bucketSeconds * 1000
  const sinceMs = new Date(since).getTime()
  // One more: the day begins within the first of them and ends within the last.
  const buckets = Array.from({ length: DAY_SECONDS / bucketSeconds + 1 }, (_, place) => ({
    startsAt: new Date(sinceMs + place * lengthMs),
    endsAt: new Date(sinceMs + (place + 1) * lengthMs),
    accepted: 0,
    refused: 0,
  }))
  for (const { points } of series.filter((one) => name === undefined || one.name === name)) {
    for (const { startsAt, accepted, refused } of points) {
      const bucket = buckets[Math.floor((new Date(startsAt).getTime() - sinceMs) / lengthMs)]
      if (!bucket) continue
      bucket.accepted += accepted
      bucket.refused += refused
    }
  }
  return buckets
}

export const countOf = ({ accepted, refused }: Pick<Bucket, 'accepted' | 'refused'>) => accepted + refused

export const totalOf = (buckets: Bucket[]) => ({
  accepted: buckets.reduce((sum, { accepted }) => sum + accepted, 0),
  refused: buckets.reduce((sum, { refused }) => sum + refused, 0),
})

/** The first of them where several are as busy. */
export const busiestOf = (buckets: Bucket[]): Bucket | undefined =>
  buckets.reduce<Bucket | undefined>((best, one) => (countOf(one) > (best ? countOf(best) : 0) ? one : best), undefined)

import type { RequestHistory } from './rate-limits.ts'

const DAY_SECONDS = 86_400

export interface Bucket {
  startsAt: Date
  endsAt: Date
  accepted: number
  refused: number
}

/** Every bucket of the day, including empty ones; without a name, summed over all series. */
export function toBuckets({ since, bucketSeconds, series }: RequestHistory, name?: string): Bucket[] {
  const lengthMs = bucketSeconds * 1000
  const sinceMs = new Date(since).getTime()
  // One extra: the day starts within the first bucket and ends within the last.
  const buckets = Array.from({ length: DAY_SECONDS / bucketSeconds + 1 }, (_, index) => ({
    startsAt: new Date(sinceMs + index * lengthMs),
    endsAt: new Date(sinceMs + (index + 1) * lengthMs),
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

export const requestCount = ({ accepted, refused }: Pick<Bucket, 'accepted' | 'refused'>) => accepted + refused

export const totalRequests = (buckets: Bucket[]) => ({
  accepted: buckets.reduce((sum, { accepted }) => sum + accepted, 0),
  refused: buckets.reduce((sum, { refused }) => sum + refused, 0),
})

/** The first one on a tie. */
export const busiestBucket = (buckets: Bucket[]): Bucket | undefined =>
  buckets.reduce<Bucket | undefined>(
    (busiest, one) => (requestCount(one) > (busiest ? requestCount(busiest) : 0) ? one : busiest),
    undefined,
  )

const TIME_FORMAT = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const DATE_FORMAT = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const NUMBER_FORMAT = new Intl.NumberFormat()

export const formatCount = (count: number) => NUMBER_FORMAT.format(count)
export const formatTime = (at: Date) => TIME_FORMAT.format(at)
export const formatDate = (at: Date) => DATE_FORMAT.format(at)

export const formatBucketSpan = ({ startsAt, endsAt }: Bucket) => `${formatTime(startsAt)} to ${formatTime(endsAt)}`

/** The chart's content as text for screen readers. */
export function formatSummary(buckets: Bucket[]): string {
  const busiest = busiestBucket(buckets)
  if (!busiest) return 'No requests in the last 24 hours.'
  const { accepted, refused } = totalRequests(buckets)
  const totals = `${formatCount(accepted)} accepted and ${refused === 0 ? 'none' : formatCount(refused)} rejected`
  return `${totals} in the last 24 hours. Busiest: ${formatBucketSpan(busiest)}, with ${formatCount(requestCount(busiest))}.`
}

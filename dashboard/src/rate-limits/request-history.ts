import type { RequestHistory } from './rate-limits.ts'

const DAY_SECONDS = 86_400

export interface Bucket {
  startsAt: Date
  endsAt: Date
  accepted: number
  rejected: number
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
    rejected: 0,
  }))
  for (const { points } of series.filter((one) => name === undefined || one.name === name)) {
    for (const { startsAt, accepted, rejected } of points) {
      const bucket = buckets[Math.floor((new Date(startsAt).getTime() - sinceMs) / lengthMs)]
      if (!bucket) continue
      bucket.accepted += accepted
      bucket.rejected += rejected
    }
  }
  return buckets
}

export const requestCount = ({ accepted, rejected }: Pick<Bucket, 'accepted' | 'rejected'>) => accepted + rejected

export const totalRequests = (buckets: Bucket[]) => ({
  accepted: buckets.reduce((sum, { accepted }) => sum + accepted, 0),
  rejected: buckets.reduce((sum, { rejected }) => sum + rejected, 0),
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
  const { accepted, rejected } = totalRequests(buckets)
  const totals = `${formatCount(accepted)} accepted and ${rejected === 0 ? 'none' : formatCount(rejected)} rejected`
  return `${totals} in the last 24 hours. Busiest: ${formatBucketSpan(busiest)}, with ${formatCount(requestCount(busiest))}.`
}

const AXIS_STEPS = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80, 100]

/** End of the axis: round, at least 2, and even, so that its half is a whole number, too. */
export function roundAxisMax(max: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, max))) - 2)
  return (AXIS_STEPS.find((step) => step * power >= max) ?? 100) * power
}

export const axisMax = (buckets: Bucket[]) => roundAxisMax(Math.max(0, ...buckets.map(requestCount)))

const NARROW_PX = 480

/** Indexes of the buckets that start at a round hour in the viewer's time zone. */
export function tickIndexes(buckets: Pick<Bucket, 'startsAt'>[], widthPx: number): number[] {
  const intervalHours = widthPx < NARROW_PX ? 6 : 3
  return buckets.flatMap(({ startsAt }, index) =>
    startsAt.getMinutes() === 0 && startsAt.getHours() % intervalHours === 0 ? [index] : [],
  )
}

export interface ChartFrame {
  left: number
  top: number
  width: number
  height: number
}

const GAP_RATIO = 0.2
/** One rejection among thousands must be visible. */
const MIN_BAR_PX = 2

/** One path per series; rejected requests are stacked on accepted ones. */
export function barPaths(buckets: Bucket[], { left, top, width, height }: ChartFrame) {
  const max = axisMax(buckets)
  const slot = width / buckets.length
  const barHeight = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR_PX, (count / max) * height))
  const barPath = (index: number, bottomPx: number, heightPx: number) =>
    heightPx === 0
      ? ''
      : `M${round(left + (index + GAP_RATIO / 2) * slot)} ${round(top + height - bottomPx)}v${-round(heightPx)}` +
        `h${round(slot * (1 - GAP_RATIO))}v${round(heightPx)}z`
  return {
    accepted: buckets.map((bucket, index) => barPath(index, 0, barHeight(bucket.accepted))).join(''),
    rejected: buckets
      .map((bucket, index) => barPath(index, barHeight(bucket.accepted), barHeight(bucket.rejected)))
      .join(''),
  }
}

const round = (px: number) => Math.round(px * 100) / 100

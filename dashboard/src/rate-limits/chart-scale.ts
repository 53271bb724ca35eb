import { type Bucket, requestCount } from './request-history.ts'

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
    refused: buckets
      .map((bucket, index) => barPath(index, barHeight(bucket.accepted), barHeight(bucket.refused)))
      .join(''),
  }
}

const round = (px: number) => Math.round(px * 100) / 100

import { type Bucket, countOf } from './history.ts'

const STEPS = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80, 100]

/** The end of the axis: round, at least 2, and even, so that the half is a whole number as well. */
export function niceTop(highest: number): number {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, highest))) - 2)
  return (STEPS.find((step) => step * power >= highest) ?? 100) * power
}

export const topOf = (buckets: Bucket[]) => niceTop(Math.max(0, ...buckets.map(countOf)))

const NARROW_PX = 480

/** Places of the buckets that begin at a round hour of the viewer's own day. */
export function tickPlaces(buckets: Pick<Bucket, 'startsAt'>[], widthPx: number): number[] {
  const everyHours = widthPx < NARROW_PX ? 6 : 3
  return buckets.flatMap(({ startsAt }, place) =>
    startsAt.getMinutes() === 0 && startsAt.getHours() % everyHours === 0 ? [place] : [],
  )
}

export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

const GAP_SHARE = 0.2
/** One refusal among thousands must be seen. */
const LEAST_PX = 2

/** Both kinds of a chart as one path each: what was refused stands on what was accepted. */
export function barPaths(buckets: Bucket[], { left, top, width, height }: Frame) {
  const highest = topOf(buckets)
  const slot = width / buckets.length
  const tall = (count: number) => (count === 0 ? 0 : Math.max(LEAST_PX, (count / highest) * height))
  const bar = (place: number, from: number, tallPx: number) =>
    tallPx === 0
      ? ''
      : `M${round(left + (place + GAP_SHARE / 2) * slot)} ${round(top + height - from)}v${-round(tallPx)}` +
        `h${round(slot * (1 - GAP_SHARE))}v${round(tallPx)}z`
  return {
    accepted: buckets.map((bucket, place) => bar(place, 0, tall(bucket.accepted))).join(''),
    refused: buckets.map((bucket, place) => bar(place, tall(bucket.accepted), tall(bucket.refused))).join(''),
  }
}

const round = (px: number) => Math.round(px * 100) / 100

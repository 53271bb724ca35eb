import { roundAxisMax } from '../rate-limits/request-history.ts'
import { shownTimes, type TicketReportGroup } from './reports.ts'

/** One bar or point of a chart: a day, or a week of a long period. */
export interface ChartPeriod {
  from: string
  to: string
  created: number
  resolved: number
  backlog: number
  /** The median in minutes; null if nothing was answered. */
  firstResponse: number | null
}

const MAX_BARS = 100
const WEEK_DAYS = 7

/** Days; if there are too many for a chart, weeks that end with the last day. */
export function toChunks<Day>(days: Day[]): Day[][] {
  const size = days.length > MAX_BARS ? WEEK_DAYS : 1
  const offset = days.length % size
  const chunks = offset === 0 ? [] : [days.slice(0, offset)]
  for (let at = offset; at < days.length; at += size) chunks.push(days.slice(at, at + size))
  return chunks
}

export const toPeriods = (days: TicketReportGroup[]): ChartPeriod[] =>
  toChunks(days).flatMap((chunk) => {
    const [first, last] = [chunk[0], chunk.at(-1)]
    if (!first || !last) return []
    return {
      from: first.key ?? '',
      to: last.key ?? '',
      created: total(chunk.map(({ created }) => created)),
      resolved: total(chunk.map(({ resolved }) => resolved)),
      backlog: last.backlog,
      firstResponse: weightedMedian(chunk),
    }
  })

export const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Of a week: the average of its days by their tickets, since the report has no median of weeks. */
function weightedMedian(chunk: TicketReportGroup[]): number | null {
  const answered = chunk.filter(({ firstResponse }) => firstResponse !== null)
  const weight = total(answered.map(({ created }) => created))
  if (weight === 0) return null
  return (
    total(answered.map(({ created, firstResponse }) => created * (shownTimes(firstResponse)?.median ?? 0))) / weight
  )
}

export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

export const volumeMax = (periods: ChartPeriod[]) =>
  roundAxisMax(Math.max(0, ...periods.flatMap(({ created, resolved }) => [created, resolved])))

export const GAP_RATIO = 0.25
const MIN_BAR_PX = 2

/** One path per series; the two bars of a period stand side by side. */
export function volumePaths(periods: ChartPeriod[], { left, top, width, height }: Frame) {
  const max = volumeMax(periods)
  const slot = width / periods.length
  const barWidth = (slot * (1 - GAP_RATIO)) / 2
  const bar = (index: number, side: 0 | 1, count: number) => {
    if (count === 0) return ''
    const heightPx = Math.max(MIN_BAR_PX, (count / max) * height)
    const x = left + (index + GAP_RATIO / 2) * slot + side * barWidth
    return `M${round(x)} ${round(top + height)}v${-round(heightPx)}h${round(barWidth)}v${round(heightPx)}z`
  }
  return {
    created: periods.map(({ created }, index) => bar(index, 0, created)).join(''),
    resolved: periods.map(({ resolved }, index) => bar(index, 1, resolved)).join(''),
  }
}

/** A line through the values; where one is missing, the line goes on to the next. */
export function linePath(values: (number | null)[], max: number, { left, top, width, height }: Frame): string {
  const slot = width / values.length
  return values
    .flatMap((value, index) =>
      value === null ? [] : `${round(left + (index + 0.5) * slot)} ${round(top + height - (value / max) * height)}`,
    )
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${point}`)
    .join('')
}

/** Indexes of the periods that get a label, as many as fit. */
export function labelIndexes(count: number, widthPx: number): number[] {
  const LABEL_PX = 72
  const step = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(widthPx / LABEL_PX))))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

export const round = (px: number) => Math.round(px * 100) / 100

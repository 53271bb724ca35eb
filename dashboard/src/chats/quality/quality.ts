import type { ResponseBody } from '../../api.ts'
import { roundAxisMax } from '../../rate-limits/request-history.ts'
import { type Frame, GAP_RATIO, round, toChunks, total } from '../../reports/report-charts.ts'
import type { DayRange } from '../../reports/report-labels.ts'
import { DEFAULT_DAYS } from '../../reports/reports.ts'
import { useRead } from '../../resource.ts'

export type ChatReport = ResponseBody<'/v1/chat/report'>
export type ChatFigures = ChatReport['totals']
type ChatDay = ChatReport['data'][number]

const DAY_MS = 86_400_000

/** The server decides what today is: the report is in the shop's time zone. `today` is empty until it has told. */
export function useChatReport(days: number, today: string) {
  const from =
    today && days !== DEFAULT_DAYS && new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return useRead('/v1/chat/report', from ? { query: { from } } : {})
}

/** A bar of several parts, from the bottom to the top. */
export interface Bar extends DayRange {
  counts: number[]
}

export type FigureName = keyof ChatFigures

export const toBars = (days: ChatDay[], names: readonly FigureName[]): Bar[] =>
  toChunks(days).flatMap((chunk) => {
    const [first, last] = [chunk[0], chunk.at(-1)]
    if (!first || !last) return []
    return { from: first.day, to: last.day, counts: names.map((name) => total(chunk.map((day) => day[name]))) }
  })

export const barsMax = (bars: Bar[]): number => roundAxisMax(Math.max(0, ...bars.map(({ counts }) => total(counts))))

/** The path of one part of all bars. */
export function stackPath(bars: Bar[], part: number, { left, top, width, height }: Frame): string {
  const max = barsMax(bars)
  const slot = width / bars.length
  return bars
    .map(({ counts }, index) => {
      const count = counts[part] ?? 0
      if (count === 0) return ''
      const below = total(counts.slice(0, part))
      const x = left + (index + GAP_RATIO / 2) * slot
      const y = top + height - (below / max) * height
      const heightPx = round((count / max) * height)
      return `M${round(x)} ${round(y)}v${-heightPx}h${round(slot * (1 - GAP_RATIO))}v${heightPx}z`
    })
    .join('')
}

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent' })

/** "–" where there is nothing to compare. */
export const formatShare = (part: number, all: number): string => (all === 0 ? '–' : PERCENT.format(part / all))

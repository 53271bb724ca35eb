import type { ChartPeriod } from './report-charts.ts'
import { shownTimes, type TicketFigures, type TicketReportGroup } from './reports.ts'

const NUMBER = new Intl.NumberFormat()
const RATING = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const formatCount = (count: number) => NUMBER.format(count)
export const formatDay = (day: string) => DATE.format(new Date(day))
/** One bar or point of a chart: a day, or the days of a week. */
export interface DayRange {
  from: string
  to: string
}

export const formatPeriod = ({ from, to }: DayRange) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

const HOUR = 60
const DAY = 24 * HOUR

/** "45 min", "3 h 20 min", "2 d 4 h". */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 1) return '< 1 min'
  if (whole < HOUR) return `${whole} min`
  const [big, small, unit, part] = whole < DAY ? [HOUR, 1, 'h', 'min'] : [DAY, HOUR, 'd', 'h']
  const rest = Math.floor((whole % (big as number)) / (small as number))
  const main = `${Math.floor(whole / (big as number))} ${unit}`
  return rest === 0 ? main : `${main} ${rest} ${part}`
}

export function formatMedian(times: TicketFigures['firstResponse']): string {
  const shown = shownTimes(times)
  return shown ? formatMinutes(shown.median) : '–'
}
export function formatP90(times: TicketFigures['firstResponse']): string {
  const shown = shownTimes(times)
  return shown ? `90% within ${formatMinutes(shown.p90)}` : 'No data'
}

export const formatRating = (rating: TicketFigures['satisfaction']) =>
  rating ? `${RATING.format(rating.average)} / 5` : '–'
export const formatRatingCount = (rating: TicketFigures['satisfaction']) =>
  rating ? `${formatCount(rating.count)} ${rating.count === 1 ? 'rating' : 'ratings'}` : 'No ratings'

const CHANNELS: Record<string, string> = {
  email: 'Email',
  contact_form: 'Contact form',
  api: 'API',
  chat: 'Chat',
  phone: 'Phone',
}

export function groupName({ key, label }: TicketReportGroup, groupBy: 'agent' | 'tag' | 'channel'): string {
  if (groupBy === 'channel') return CHANNELS[key ?? ''] ?? key ?? ''
  if (groupBy === 'tag') return key ?? 'No tag'
  return key === null ? 'Unassigned' : (label ?? 'Former member')
}

/** The chart's content as text for screen readers. */
export function volumeSummary(periods: ChartPeriod[], { created, resolved, backlog }: TicketFigures): string {
  const busiest = periods.reduce<ChartPeriod | undefined>(
    (top, one) => (one.created > (top?.created ?? 0) ? one : top),
    undefined,
  )
  const totals = `${formatCount(created)} created and ${formatCount(resolved)} resolved. ${formatCount(backlog)} not resolved at the end.`
  return busiest ? `${totals} Most on ${formatPeriod(busiest)}: ${formatCount(busiest.created)}.` : totals
}

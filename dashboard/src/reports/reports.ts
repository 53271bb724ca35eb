import type { ResponseBody } from '../api.ts'
import { useRead } from '../resource.ts'

export type TicketReport = ResponseBody<'/v1/reports/tickets'>
export type TicketFigures = TicketReport['totals']
export type TicketReportGroup = TicketReport['data'][number]
export type Grouping = TicketReport['groupBy']

export const PERIODS = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 365, label: 'Last 12 months' },
] as const

export const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** Within the chosen business hours, or around the clock. */
export const shownTimes = (times: TicketFigures['firstResponse']) => times?.business ?? times

/** The server decides what today is: the report is in the shop's time zone. */
export interface Period {
  days: number
  /** Empty until the first report tells it. */
  today: string
  /** Empty for calendar time. */
  businessHoursId: string
}

export function useTicketReport({ days, today, businessHoursId }: Period, groupBy: Grouping) {
  // The server's own default needs no day of today.
  const from =
    today && days !== DEFAULT_DAYS && new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return useRead('/v1/reports/tickets', {
    query: { groupBy, ...(from && { from }), ...(businessHoursId && { businessHoursId }) },
  })
}

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

const DAY_MS = 86_400_000

/** The server decides what today is: the report is in the shop's time zone. */
export function useTicketReport(days: number, groupBy: Grouping, today?: string) {
  const from = today ? new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10) : undefined
  return useRead('/v1/reports/tickets', { query: { groupBy, ...(from && { from }) } }, { enabled: today !== '' })
}

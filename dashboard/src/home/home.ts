import type { ResponseBody } from '../api.ts'
import { useRead } from '../resource.ts'

export type SalesReport = ResponseBody<'/v1/reports/sales'>
export type CurrencySales = SalesReport['data'][number]
export type WaitingWork = ResponseBody<'/v1/home/waiting-work'>
export type Activity = ResponseBody<'/v1/home/activity'>['data'][number]
export type SetupStep = ResponseBody<'/v1/home/setup-checklist'>['data'][number]

const POLL_MS = 60_000
/** Adds up all orders of two periods. */
const SALES_POLL_MS = 5 * POLL_MS

/** Polled: the navigation shows it on every page. */
export const useWaitingWork = () =>
  useRead('/v1/home/waiting-work', {}, { staleTime: 5_000, refetchInterval: POLL_MS, retry: false })

export const useSalesReport = (days: number) =>
  useRead('/v1/reports/sales', { query: { days } }, { refetchInterval: SALES_POLL_MS, keepPrevious: true })

export const useActivity = () => useRead('/v1/home/activity', { query: { limit: 10 } }, { refetchInterval: POLL_MS })

export const useSetupChecklist = (enabled: boolean) => useRead('/v1/home/setup-checklist', {}, { enabled })

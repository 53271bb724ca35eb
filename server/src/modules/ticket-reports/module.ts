import type { Module } from '../module.ts'
import { ticketReportRoutes } from './routes.ts'

export const ticketReportsModule: Module = {
  routes: [ticketReportRoutes],
}

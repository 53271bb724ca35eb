import type { Module } from '../module.ts'
import { businessHoursRoutes } from './business-hours/routes.ts'
import { checkTargets, followTickets } from './jobs.ts'
import { slaPolicyRoutes } from './policies/routes.ts'
import { ticketSlaRoutes } from './routes.ts'

export const slasModule: Module = {
  routes: [businessHoursRoutes, slaPolicyRoutes, ticketSlaRoutes],
  subscribers: [followTickets],
  schedules: [checkTargets],
}

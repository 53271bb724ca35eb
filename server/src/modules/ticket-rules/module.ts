import type { Module } from '../module.ts'
import { followMessages, followNewTickets, followUpdates, hourlyJob, pruneRuleRuns, runHourlyRules } from './jobs.ts'
import { ticketRuleRoutes } from './routes.ts'

export const ticketRulesModule: Module = {
  routes: [ticketRuleRoutes],
  jobs: [hourlyJob],
  subscribers: [followNewTickets, followMessages, followUpdates],
  schedules: [runHourlyRules, pruneRuleRuns],
}

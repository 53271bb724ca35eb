import type { Module } from '../module.ts'
import { ticketActionRoutes } from './routes.ts'

export const ticketActionsModule: Module = {
  routes: [ticketActionRoutes],
}

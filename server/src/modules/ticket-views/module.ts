import type { Module } from '../module.ts'
import { ticketViewRoutes } from './routes.ts'

export const ticketViewsModule: Module = { routes: [ticketViewRoutes] }

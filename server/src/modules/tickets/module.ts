import type { Module } from '../module.ts'
import { removeUnusedAttachments } from './attachments/jobs.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { fieldRoutes } from './fields/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { ticketRoutes } from './routes.ts'
import { statusRoutes } from './statuses/routes.ts'
import { teamRoutes } from './teams/routes.ts'

export const ticketsModule: Module = {
  routes: [ticketRoutes, messageRoutes, attachmentRoutes, statusRoutes, teamRoutes, fieldRoutes],
  schedules: [removeUnusedAttachments],
}

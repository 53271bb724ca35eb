import type { Module } from '../module.ts'
import { removeAttachments, removeUnusedAttachments } from './attachments/jobs.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { fieldRoutes } from './fields/routes.ts'
import { mergeRoutes } from './merges/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { ticketRoutes } from './routes.ts'
import { statusRoutes } from './statuses/routes.ts'
import { teamRoutes } from './teams/routes.ts'

export const ticketsModule: Module = {
  routes: [
    ticketRoutes,
    messageRoutes,
    mergeRoutes,
    attachmentRoutes,
    contactRoutes,
    statusRoutes,
    teamRoutes,
    fieldRoutes,
  ],
  jobs: [removeAttachments],
  schedules: [removeUnusedAttachments],
}

import type { Module } from '../module.ts'
import { deliverReplies, pruneConversations } from './jobs.ts'
import { openaiRoutes } from './openai/routes.ts'
import { chatReportRoutes } from './report/routes.ts'
import { chatRoutes } from './routes.ts'

export const chatModule: Module = {
  routes: [chatRoutes, chatReportRoutes, openaiRoutes],
  subscribers: [deliverReplies],
  schedules: [pruneConversations],
}

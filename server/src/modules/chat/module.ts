import type { Module } from '../module.ts'
import { deliverReplies, pruneConversations } from './jobs.ts'
import { openaiRoutes } from './openai/routes.ts'
import { chatRoutes } from './routes.ts'

export const chatModule: Module = {
  routes: [chatRoutes, openaiRoutes],
  subscribers: [deliverReplies],
  schedules: [pruneConversations],
}

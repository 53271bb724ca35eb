import type { Module } from '../module.ts'
import { emailRetention, pruneLoginCodes, sendEmailJob } from './jobs.ts'
import { emailRoutes } from './routes.ts'
import { emailSubscribers } from './subscribers.ts'
import { emailTemplateRoutes } from './template-routes.ts'

export const emailsModule: Module = {
  routes: [emailRoutes, emailTemplateRoutes],
  schedules: [pruneLoginCodes],
  retention: [emailRetention],
  emailSubscribers,
  emailJobs: (mail) => [sendEmailJob(mail)],
}

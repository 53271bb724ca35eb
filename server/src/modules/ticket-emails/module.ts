import type { Module } from '../module.ts'
import { pruneTicketEmails, sendTicketEmailJob } from './jobs.ts'
import { ticketEmailRoutes } from './routes.ts'
import { acknowledgeTickets } from './subscribers.ts'

export const ticketEmailsModule: Module = {
  routes: ticketEmailRoutes,
  schedules: [pruneTicketEmails],
  subscribers: [acknowledgeTickets],
  emailJobs: (mail) => [sendTicketEmailJob(mail)],
}

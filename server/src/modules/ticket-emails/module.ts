import type { Module } from '../module.ts'
import { sendTicketEmailJob, ticketEmailRetention } from './jobs.ts'
import { ticketEmailRoutes } from './routes.ts'
import { acknowledgeTickets } from './subscribers.ts'

export const ticketEmailsModule: Module = {
  routes: ticketEmailRoutes,
  retention: ticketEmailRetention,
  subscribers: [acknowledgeTickets],
  emailJobs: (mail) => [sendTicketEmailJob(mail)],
}

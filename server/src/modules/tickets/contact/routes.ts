import type { Routes } from '../../../http/routes.ts'
import { claimedNumberOf, claimNumber } from '../claim-number.ts'
import { receiveContactMessage } from './contact.ts'
import { ContactMessage, ContactReceipt } from './schemas.ts'

export const contactRoutes: Routes = async (app) => {
  app.post(
    '/contact',
    {
      config: { access: 'key', limit: 'default' },
      preHandler: claimNumber,
      schema: {
        operationId: 'contact.send',
        tags: ['Tickets'],
        summary: 'Send a contact form',
        description:
          'For your own contact page: call it from your server. Creates a ticket; replies are sent to the email. The response is the same for everyone, so that it reveals nothing about customers and orders.',
        body: ContactMessage,
        response: { 202: ContactReceipt },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return receiveContactMessage(request.ctx, request.body, claimedNumberOf(request))
    },
  )
}

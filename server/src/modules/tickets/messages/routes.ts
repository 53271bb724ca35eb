import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { MessagesQuery, NewReply, NewTicketNote, TicketMessage, TicketPath } from '../schemas.ts'
import { addNote, addReply, listMessages } from './messages.ts'

const tags = ['Tickets']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const messageRoutes: Routes = async (app) => {
  app.get(
    '/tickets/:id/messages',
    {
      config,
      schema: {
        operationId: 'tickets.messages.list',
        tags,
        summary: 'List the messages of a ticket',
        description: 'Returns messages newest first, including internal notes.',
        params: TicketPath,
        querystring: MessagesQuery,
        response: { 200: Page(TicketMessage) },
      },
    },
    ({ ctx, params, query }) => listMessages(ctx, params.id, query),
  )

  app.post(
    '/tickets/:id/replies',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'tickets.replies.create',
        tags,
        summary: 'Reply to the customer',
        description:
          'If the customer wrote after `expectedMessageId`, the response is 409 `new_message` with the `newMessage`, and nothing is sent; send `force` to reply anyway. Replies to tickets by email or contact form are sent after 10 seconds, until when they can be canceled.',
        params: TicketPath,
        body: NewReply,
        response: { 201: TicketMessage },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return addReply(ctx, params.id, body)
    },
  )

  app.post(
    '/tickets/:id/notes',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'tickets.notes.create',
        tags,
        summary: 'Add an internal note',
        description: 'Only staff see notes. They change neither the status nor the waiting time.',
        params: TicketPath,
        body: NewTicketNote,
        response: { 201: TicketMessage },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return addNote(ctx, params.id, body)
    },
  )
}

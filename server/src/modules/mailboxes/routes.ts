import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page, PageQuery } from '../../kit/schema.ts'
import {
  changeMailbox,
  createMailbox,
  deleteMailbox,
  getMailbox,
  listMailboxes,
  replaceInboundUrl,
} from './mailboxes.ts'
import { Mailbox, MailboxChanges, MailboxPath, NewMailbox } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Mailboxes']

export const mailboxRoutes: Routes = async (app) => {
  app.get(
    '/mailboxes',
    {
      config: read,
      schema: {
        operationId: 'mailboxes.list',
        tags,
        summary: 'List mailboxes',
        description: 'Newest first. Email to a mailbox becomes a ticket, and replies leave from it.',
        querystring: PageQuery({}),
        response: { 200: Page(Mailbox) },
      },
    },
    ({ ctx, query }) => listMailboxes(ctx, query),
  )

  app.post(
    '/mailboxes',
    {
      config: write,
      schema: {
        operationId: 'mailboxes.create',
        tags,
        summary: 'Create a mailbox',
        description: 'At most 50 per environment. An address that another mailbox has returns 409.',
        body: NewMailbox,
        response: { 201: Mailbox },
      },
    },
    async ({ ctx, body }, reply) => {
      const mailbox = await createMailbox(ctx, body)
      reply.code(201).header('etag', toEtag(mailbox.version))
      return mailbox
    },
  )

  app.get(
    '/mailboxes/:id',
    {
      config: read,
      schema: {
        operationId: 'mailboxes.get',
        tags,
        summary: 'Get a mailbox',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: MailboxPath,
        response: { 200: Mailbox },
      },
    },
    async ({ ctx, params }, reply) => {
      const mailbox = await getMailbox(ctx, params.id)
      reply.header('etag', toEtag(mailbox.version))
      return mailbox
    },
  )

  app.patch(
    '/mailboxes/:id',
    {
      config: write,
      schema: {
        operationId: 'mailboxes.update',
        tags,
        summary: 'Update a mailbox',
        description: 'Fields you omit keep their value. `signingKey: null` removes the key.',
        params: MailboxPath,
        headers: IfMatch,
        body: MailboxChanges,
        response: { 200: Mailbox },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const mailbox = await changeMailbox(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(mailbox.version))
      return mailbox
    },
  )

  app.post(
    '/mailboxes/:id/inbound-url',
    {
      config: write,
      schema: {
        operationId: 'mailboxes.replaceInboundUrl',
        tags,
        summary: 'Replace the inbound URL of a mailbox',
        description: 'The previous URL stops working at once. Enter the new one at the email provider.',
        params: MailboxPath,
        response: { 200: Mailbox },
      },
    },
    ({ ctx, params }) => replaceInboundUrl(ctx, params.id),
  )

  app.delete(
    '/mailboxes/:id',
    {
      config: write,
      schema: {
        operationId: 'mailboxes.delete',
        tags,
        summary: 'Delete a mailbox',
        description: 'Its tickets stay. Email to its address is rejected.',
        params: MailboxPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteMailbox(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}

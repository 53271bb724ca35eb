import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { listConsents, recordConsent } from './consents/consents.ts'
import { createCustomer, deleteCustomer, getCustomer, listCustomers, updateCustomer } from './customers.ts'
import { exportCustomers } from './export.ts'
import { createNote, deleteNote, listNotes } from './notes.ts'
import {
  Consent,
  ConsentsQuery,
  Customer,
  CustomerChanges,
  CustomerPath,
  CustomersExportQuery,
  CustomersQuery,
  NewConsent,
  NewCustomer,
  NewNote,
  Note,
  NotePath,
  NotesQuery,
} from './schemas.ts'
import { CustomerTimelineEntry, TimelineQuery } from './timeline/schemas.ts'
import { getTimeline } from './timeline/timeline.ts'

const tags = ['Customers']
const CsvFile = Type.Unsafe<Readable>(Type.String({ description: 'UTF-8 with comma-separated columns.' }))
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const customerRoutes: Routes = async (app) => {
  app.get(
    '/customers',
    {
      config,
      schema: {
        operationId: 'customers.list',
        tags,
        summary: 'List customers',
        description:
          'Returns customers newest first. With `updatedFrom`, oldest change first; new orders and their totals are not changes of the customer.',
        querystring: CustomersQuery,
        response: { 200: Page(Customer) },
      },
    },
    ({ ctx, query }) => listCustomers(ctx, query),
  )

  app.get(
    '/customers/export',
    {
      config,
      // A HEAD request would generate the whole file only to discard it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'customers.exportCsv',
        tags,
        summary: 'Export customers as CSV',
        description:
          'All customers, or those that match the filters, in the order of the list. Orders and amounts are those in the first currency. Cells that a spreadsheet would treat as a formula get a leading apostrophe.',
        querystring: CustomersExportQuery,
        response: { 200: { description: 'The CSV file.', content: { 'text/csv': { schema: CsvFile } } } },
      },
    },
    async ({ ctx, query }, reply) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="customers-${ctx.now.toISOString().slice(0, 10)}.csv"`)
      return Readable.from(exportCustomers(ctx, query))
    },
  )

  app.post(
    '/customers',
    {
      config,
      schema: {
        operationId: 'customers.create',
        tags,
        summary: 'Create a customer',
        description:
          'An email, a verified phone and an external ID belong to one customer: if another one has it, the response is 409 with their `customerId`.',
        body: NewCustomer,
        response: { 201: Customer },
      },
    },
    async ({ ctx, body }, reply) => {
      const customer = await createCustomer(ctx, body)
      reply.code(201).header('etag', toEtag(customer.version))
      return customer
    },
  )

  app.get(
    '/customers/:id',
    {
      config,
      schema: {
        operationId: 'customers.get',
        tags,
        summary: 'Get a customer',
        description: 'Returns the customer with their contacts, addresses and current consents.',
        params: CustomerPath,
        response: { 200: Customer },
      },
    },
    async ({ ctx, params }, reply) => {
      const customer = await getCustomer(ctx, params.id)
      reply.header('etag', toEtag(customer.version))
      return customer
    },
  )

  app.patch(
    '/customers/:id',
    {
      config,
      schema: {
        operationId: 'customers.update',
        tags,
        summary: 'Update a customer',
        description:
          'Fields you omit keep their value; a list you send replaces the whole list. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: CustomerPath,
        headers: IfMatch,
        body: CustomerChanges,
        response: { 200: Customer },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const customer = await updateCustomer(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(customer.version))
      return customer
    },
  )

  app.delete(
    '/customers/:id',
    {
      config,
      schema: {
        operationId: 'customers.delete',
        tags,
        summary: 'Delete a customer',
        description:
          'Deletes their contacts, addresses, consents and notes too. Customers with orders, points, store credit or tickets return 409: erase their data instead.',
        params: CustomerPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteCustomer(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.get(
    '/customers/:id/timeline',
    {
      config,
      schema: {
        operationId: 'customers.timeline',
        tags,
        summary: 'Get the timeline of a customer',
        description: 'Returns orders, carts, points, emails, consents and notes in one list, newest first.',
        params: CustomerPath,
        querystring: TimelineQuery,
        response: { 200: Page(CustomerTimelineEntry) },
      },
    },
    ({ ctx, params, query }) => getTimeline(ctx, params.id, query),
  )

  app.post(
    '/customers/:id/consents',
    {
      config,
      schema: {
        operationId: 'customers.consents.create',
        tags,
        summary: 'Record a consent',
        description: 'Entries never change. The latest one of a channel applies.',
        params: CustomerPath,
        body: NewConsent,
        response: { 201: Consent },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return recordConsent(ctx, params.id, body)
    },
  )

  app.get(
    '/customers/:id/consents',
    {
      config,
      schema: {
        operationId: 'customers.consents.list',
        tags,
        summary: 'List consents',
        description: 'Returns everything the customer agreed to or declined, newest first.',
        params: CustomerPath,
        querystring: ConsentsQuery,
        response: { 200: Page(Consent) },
      },
    },
    ({ ctx, params, query }) => listConsents(ctx, params.id, query),
  )

  app.post(
    '/customers/:id/notes',
    {
      config,
      schema: {
        operationId: 'customers.notes.create',
        tags,
        summary: 'Add a note',
        description: 'Notes are for staff; the customer never sees them.',
        params: CustomerPath,
        body: NewNote,
        response: { 201: Note },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return createNote(ctx, params.id, body)
    },
  )

  app.get(
    '/customers/:id/notes',
    {
      config,
      schema: {
        operationId: 'customers.notes.list',
        tags,
        summary: 'List notes',
        description: 'Returns notes newest first.',
        params: CustomerPath,
        querystring: NotesQuery,
        response: { 200: Page(Note) },
      },
    },
    ({ ctx, params, query }) => listNotes(ctx, params.id, query),
  )

  app.delete(
    '/customers/:id/notes/:noteId',
    {
      config,
      schema: {
        operationId: 'customers.notes.delete',
        tags,
        summary: 'Delete a note',
        description: 'Deletes the note for good.',
        params: NotePath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteNote(ctx, params.id, params.noteId)
      reply.code(204)
      return null
    },
  )
}

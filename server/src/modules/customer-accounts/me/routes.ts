import { IfMatch, toEtag } from '../../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { ConsentsQuery, NewConsent } from '../../customers/schemas.ts'
import { getMe, getOwnOrder, getOwnPoints, listOwnConsents, listOwnOrders, recordOwnConsent, updateMe } from './me.ts'
import {
  CustomerProfile,
  CustomerProfileChanges,
  OwnConsent,
  OwnOrder,
  OwnOrderPath,
  OwnOrdersQuery,
  OwnPoints,
} from './schemas.ts'

const tags = ['Customers']
const config = { access: 'key', customer: 'required', limit: 'default' } as const satisfies RouteConfig

export const meRoutes: Routes = async (app) => {
  app.get(
    '/customers/me',
    {
      config,
      schema: {
        operationId: 'customers.me.get',
        tags,
        summary: 'Get the signed-in customer',
        description: 'Returns what the customer may know: no tags, notes or custom fields.',
        response: { 200: CustomerProfile },
      },
    },
    async ({ ctx }, reply) => {
      const me = await getMe(ctx)
      reply.header('etag', toEtag(me.version))
      return me
    },
  )

  app.patch(
    '/customers/me',
    {
      config,
      schema: {
        operationId: 'customers.me.update',
        tags,
        summary: 'Update the signed-in customer',
        description: 'Fields you omit keep their value; a list you send replaces the whole list.',
        headers: IfMatch,
        body: CustomerProfileChanges,
        response: { 200: CustomerProfile },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const me = await updateMe(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(me.version))
      return me
    },
  )

  app.get(
    '/customers/me/orders',
    {
      config,
      schema: {
        operationId: 'customers.me.orders.list',
        tags,
        summary: 'List the customer’s own orders',
        description: 'Newest first.',
        querystring: OwnOrdersQuery,
        response: { 200: Page(OwnOrder) },
      },
    },
    ({ ctx, query }) => listOwnOrders(ctx, query),
  )

  app.get(
    '/customers/me/orders/:orderId',
    {
      config,
      schema: {
        operationId: 'customers.me.orders.get',
        tags,
        summary: 'Get one of the customer’s own orders',
        description: 'Returns 404 for orders of others.',
        params: OwnOrderPath,
        response: { 200: OwnOrder },
      },
    },
    ({ ctx, params }) => getOwnOrder(ctx, params.orderId),
  )

  app.get(
    '/customers/me/loyalty',
    {
      config,
      schema: {
        operationId: 'customers.me.loyalty.get',
        tags,
        summary: 'Get the customer’s own points',
        description: 'Returns 0 for a customer who has none yet.',
        response: { 200: OwnPoints },
      },
    },
    ({ ctx }) => getOwnPoints(ctx),
  )

  app.get(
    '/customers/me/consents',
    {
      config,
      schema: {
        operationId: 'customers.me.consents.list',
        tags,
        summary: 'List the customer’s own consents',
        description: 'Newest first.',
        querystring: ConsentsQuery,
        response: { 200: Page(OwnConsent) },
      },
    },
    ({ ctx, query }) => listOwnConsents(ctx, query),
  )

  app.post(
    '/customers/me/consents',
    {
      config,
      schema: {
        operationId: 'customers.me.consents.create',
        tags,
        summary: 'Record the customer’s own consent',
        description: 'Entries never change. The latest one of a channel applies.',
        body: NewConsent,
        response: { 201: OwnConsent },
      },
    },
    async ({ ctx, body }, reply) => {
      const consent = await recordOwnConsent(ctx, body)
      reply.code(201)
      return consent
    },
  )
}

import { Readable } from 'node:stream'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { CustomerPath } from '../customers/schemas.ts'
import { eraseCustomerData, getErasure, listErasures } from './erasures/erasures.ts'
import { Erasure, ErasuresQuery } from './erasures/schemas.ts'
import { exportCustomer } from './exports/exports.ts'
import { CustomerExport } from './exports/schemas.ts'
import { listMerges, mergeCustomers, reverseMerge } from './merges/merges.ts'
import { Merge, MergePath, MergesQuery, NewMerge } from './merges/schemas.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

const tags = ['Customers']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const customerDataRoutes: Routes = async (app) => {
  app.post(
    '/customers/:id/erasure',
    {
      config: adminConfig,
      schema: {
        operationId: 'customers.erasure.create',
        tags,
        summary: 'Erase a customer',
        description:
          'Deletes the customer and removes what identifies them from every table; a job completes it. Orders are kept without a person. While an order, payment or return is in progress, the response is 409 with `orderIds` and `checkoutIds`. Can’t be undone.',
        params: CustomerPath,
        response: { 202: Erasure },
      },
    },
    async ({ ctx, params }, reply) => {
      reply.code(202)
      return eraseCustomerData(ctx, params.id)
    },
  )

  app.get(
    '/customers/:id/erasure',
    {
      config,
      schema: {
        operationId: 'customers.erasure.get',
        tags,
        summary: 'Get the erasure of a customer',
        description: 'The receipt, once `status` is `completed`.',
        params: CustomerPath,
        response: { 200: Erasure },
      },
    },
    ({ ctx, params }) => getErasure(ctx, params.id),
  )

  app.get(
    '/customers/erasures',
    {
      config,
      schema: {
        operationId: 'customers.erasures.list',
        tags,
        summary: 'List erasures',
        description: 'Returns erasures newest first. Only somebody who knows the email can find a person’s.',
        querystring: ErasuresQuery,
        response: { 200: Page(Erasure) },
      },
    },
    ({ ctx, query }) => listErasures(ctx, query),
  )

  app.post(
    '/customers/:id/export',
    {
      // The response is streamed, and must not be stored.
      config: { ...adminConfig, idempotency: 'none' },
      schema: {
        operationId: 'customers.export',
        tags,
        summary: 'Export a customer',
        description:
          'Returns everything stored about the customer as one JSON document. The audit log records who did.',
        params: CustomerPath,
        response: { 200: CustomerExport },
      },
    },
    async ({ ctx, params }, reply) => {
      const document = await exportCustomer(ctx, params.id)
      reply.type(JSON_TYPE).header('content-disposition', `attachment; filename="${params.id}.json"`)
      return Readable.from(document)
    },
  )

  app.post(
    '/customers/:id/merge',
    {
      config,
      schema: {
        operationId: 'customers.merge',
        tags,
        summary: 'Merge a customer into another one',
        description:
          'The customer in the path gets the orders, contacts, points and everything else of the other one, which then returns 404 with `mergedInto`. If both have a verified email, a verified phone or an ID in the same system, the response is 409.',
        params: CustomerPath,
        body: NewMerge,
        response: { 201: Merge },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return mergeCustomers(ctx, params.id, body)
    },
  )

  app.get(
    '/customers/:id/merges',
    {
      config,
      schema: {
        operationId: 'customers.merges.list',
        tags,
        summary: 'List merges',
        description: 'Returns the merges into this customer, newest first.',
        params: CustomerPath,
        querystring: MergesQuery,
        response: { 200: Page(Merge) },
      },
    },
    ({ ctx, params, query }) => listMerges(ctx, params.id, query),
  )

  app.post(
    '/customers/merges/:id/reversal',
    {
      config,
      schema: {
        operationId: 'customers.merges.reverse',
        tags,
        summary: 'Reverse a merge',
        description:
          'Gives back what the merge moved, within 30 days. What happened since stays with the customer. If its points were spent since, the response is 409.',
        params: MergePath,
        response: { 200: Merge },
      },
    },
    ({ ctx, params }) => reverseMerge(ctx, params.id),
  )
}

import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { connectShopify, disconnectShopify, getConnection } from './connection.ts'
import { cancelSync, createSync, getSync, listChanges, listSyncs } from './runs/runs.ts'
import {
  NewShopifySync,
  ShopifyConnection,
  ShopifyConnectionInput,
  ShopifySync,
  ShopifySyncChange,
  ShopifySyncChangesQuery,
  ShopifySyncPath,
  ShopifySyncsQuery,
} from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Shopify']

export const connectionRoutes: Routes = async (app) => {
  app.get(
    '/shopify/connection',
    {
      config: read,
      schema: {
        operationId: 'shopify.connection.get',
        tags,
        summary: 'Get the Shopify connection',
        description: 'Secrets are not included. The test environment has a built-in sample shop.',
        response: { 200: ShopifyConnection },
      },
    },
    ({ ctx }) => getConnection(ctx),
  )

  app.put(
    '/shopify/connection',
    {
      config: write,
      schema: {
        operationId: 'shopify.connection.replace',
        tags,
        summary: 'Connect a Shopify shop',
        description:
          'Verifies the token with Shopify, then subscribes to its webhooks. Secrets are stored encrypted and never shown again. You can replace the token at any time. If you connect another shop, objects of the previous one stay but are no longer synced. Returns 409 in the test environment, which always syncs from the sample shop.',
        body: ShopifyConnectionInput,
        response: { 200: ShopifyConnection },
      },
    },
    ({ ctx, body }) => connectShopify(ctx, body),
  )

  app.delete(
    '/shopify/connection',
    {
      config: write,
      schema: {
        operationId: 'shopify.connection.delete',
        tags,
        summary: 'Disconnect the Shopify shop',
        description: 'Deletes the token and the secret. Synced data stays. A running sync fails.',
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx }, reply) => {
      await disconnectShopify(ctx)
      reply.code(204)
      return null
    },
  )
}

export const syncRoutes: Routes = async (app) => {
  app.post(
    '/shopify/sync',
    {
      config: write,
      schema: {
        operationId: 'shopify.syncs.create',
        tags,
        summary: 'Start a sync',
        description: [
          'Reads products, collections, stock, customers and orders from Shopify and creates or updates ours. Returns at once: get the sync by its `id` to see its progress.',
          'Shopify is the source of truth for what is synced: changes made here to a synced product are overwritten by the next full sync. Prices in other currencies, custom fields without a namespace, and objects that are not in Shopify stay. Stock is only written where it changed in Shopify.',
          'A dry run reports what would change: `GET /v1/shopify/sync/{id}/changes`. Only one sync runs at a time; another one returns 409 `sync_running` with its `syncId`.',
        ].join('\n\n'),
        body: NewShopifySync,
        response: { 202: ShopifySync },
      },
    },
    async ({ ctx, body }, reply) => {
      const sync = await createSync(ctx, body)
      reply.code(202)
      return sync
    },
  )

  app.get(
    '/shopify/sync',
    {
      config: read,
      schema: {
        operationId: 'shopify.syncs.list',
        tags,
        summary: 'List syncs',
        description: 'Newest first. Syncs are kept for 90 days.',
        querystring: ShopifySyncsQuery,
        response: { 200: Page(ShopifySync) },
      },
    },
    ({ ctx, query }) => listSyncs(ctx, query),
  )

  app.get(
    '/shopify/sync/:id',
    {
      config: read,
      schema: {
        operationId: 'shopify.syncs.get',
        tags,
        summary: 'Get a sync',
        description: 'Its stage, progress and counts. Objects that failed are in its changes, with `outcome=failed`.',
        params: ShopifySyncPath,
        response: { 200: ShopifySync },
      },
    },
    ({ ctx, params }) => getSync(ctx, params.id),
  )

  app.get(
    '/shopify/sync/:id/changes',
    {
      config: read,
      schema: {
        operationId: 'shopify.syncs.changes.list',
        tags,
        summary: 'List what a sync changed',
        description:
          'What a dry run would change, or what a sync did: objects that were created, updated or deleted, and those that failed, each with its reason. After a full sync it is also the drift report: what webhooks since the last sync had missed. At most 5,000 per resource; the counts of the sync are complete.',
        params: ShopifySyncPath,
        querystring: ShopifySyncChangesQuery,
        response: { 200: Page(ShopifySyncChange) },
      },
    },
    ({ ctx, params, query }) => listChanges(ctx, params.id, query),
  )

  app.post(
    '/shopify/sync/:id/cancel',
    {
      config: write,
      schema: {
        operationId: 'shopify.syncs.cancel',
        tags,
        summary: 'Cancel a sync',
        description: 'Stops at once. What was already synced stays.',
        params: ShopifySyncPath,
        response: { 200: ShopifySync },
      },
    },
    ({ ctx, params }) => cancelSync(ctx, params.id),
  )
}

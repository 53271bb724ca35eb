import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import {
  changeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  previewCollection,
} from './collections.ts'
import {
  Collection,
  CollectionChanges,
  CollectionPath,
  CollectionPreview,
  CollectionsQuery,
  NewCollection,
  PreviewRequest,
} from './schemas.ts'

const tags = ['Collections']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Staff and server-side endpoints: include drafts and rules. */
export const collectionRoutes: Routes = async (app) => {
  app.get(
    '/catalog/collections',
    {
      config,
      schema: {
        operationId: 'catalog.collections.list',
        tags,
        summary: 'List collections',
        description: 'Returns collections newest first, including drafts.',
        querystring: CollectionsQuery,
        response: { 200: Page(Collection) },
      },
    },
    ({ ctx, query }) => listCollections(ctx, query),
  )

  app.post(
    '/catalog/collections',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.collections.create',
        tags,
        summary: 'Create a collection',
        description:
          'Products are added by hand. With `kind: "rules"`, the collection contains all products that meet its rules and follows their changes. If you omit `handle`, it is derived from the title.',
        body: NewCollection,
        response: { 201: Collection },
      },
    },
    async ({ ctx, body }, reply) => {
      const collection = await createCollection(ctx, body)
      reply.code(201).header('etag', toEtag(collection.version))
      return collection
    },
  )

  app.post(
    '/catalog/collections/preview',
    {
      config,
      schema: {
        operationId: 'catalog.collections.preview',
        tags,
        summary: 'Preview collection rules',
        description: 'Returns the products that the rules would select. Nothing is stored.',
        body: PreviewRequest,
        response: { 200: CollectionPreview },
      },
    },
    ({ ctx, body }) => previewCollection(ctx, body),
  )

  app.get(
    '/catalog/collections/:id',
    {
      config,
      schema: {
        operationId: 'catalog.collections.get',
        tags,
        summary: 'Get a collection',
        description: 'Returns the collection without its products.',
        params: CollectionPath,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params }, reply) => {
      const collection = await getCollection(ctx, params.id)
      reply.header('etag', toEtag(collection.version))
      return collection
    },
  )

  app.patch(
    '/catalog/collections/:id',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.collections.update',
        tags,
        summary: 'Update a collection',
        description:
          'Fields you omit keep their value. `rules`, if sent, replaces all rules. In a large shop, products may be added and removed after the response: see `updating`.',
        params: CollectionPath,
        headers: IfMatch,
        body: CollectionChanges,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const collection = await changeCollection(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(collection.version))
      return collection
    },
  )

  app.delete(
    '/catalog/collections/:id',
    {
      config,
      schema: {
        operationId: 'catalog.collections.delete',
        tags,
        summary: 'Delete a collection',
        description: 'Its products stay in the catalog.',
        params: CollectionPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteCollection(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}

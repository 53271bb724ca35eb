import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import {
  addCollectionProducts,
  listCollectionProducts,
  removeCollectionProduct,
  setCollectionProducts,
} from './collection-products.ts'
import {
  AddCollectionProducts,
  Collection,
  CollectionPath,
  CollectionProduct,
  CollectionProductPath,
  CollectionProductsQuery,
  SetCollectionProducts,
} from './schemas.ts'

const tags = ['Collections']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Membership and order of the products of a collection. */
export const collectionProductRoutes: Routes = async (app) => {
  app.get(
    '/catalog/collections/:id/products',
    {
      config,
      schema: {
        operationId: 'catalog.collections.products.list',
        tags,
        summary: 'List the products of a collection',
        description:
          'In the order that was given by hand; where rules decide, oldest first. Drafts and archived ones too.',
        params: CollectionPath,
        querystring: CollectionProductsQuery,
        response: { 200: Page(CollectionProduct) },
      },
    },
    ({ ctx, params, query }) => listCollectionProducts(ctx, params.id, query),
  )

  app.put(
    '/catalog/collections/:id/products',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.collections.products.set',
        tags,
        summary: 'Set the products of a manual collection',
        description: 'All of them, in their order. Who is not named is out.',
        params: CollectionPath,
        headers: IfMatch,
        body: SetCollectionProducts,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const collection = await setCollectionProducts(ctx, params.id, body.productIds, headers['if-match'])
      reply.header('etag', toEtag(collection.version))
      return collection
    },
  )

  app.post(
    '/catalog/collections/:id/products',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.collections.products.add',
        tags,
        summary: 'Put products into a manual collection, or move them',
        description:
          'In the given order, before the product that `before` names or at the end. Those that are in already move there.',
        params: CollectionPath,
        headers: IfMatch,
        body: AddCollectionProducts,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const collection = await addCollectionProducts(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(collection.version))
      return collection
    },
  )

  app.delete(
    '/catalog/collections/:id/products/:productId',
    {
      config,
      schema: {
        operationId: 'catalog.collections.products.remove',
        tags,
        summary: 'Take a product out of a manual collection',
        params: CollectionProductPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      const { version } = await removeCollectionProduct(ctx, params.id, params.productId, headers['if-match'])
      reply.code(204).header('etag', toEtag(version))
      return null
    },
  )
}

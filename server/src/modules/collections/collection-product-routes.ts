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
        summary: 'List products in a collection',
        description:
          'Returns products in their manual order, or oldest first if the collection has rules. Includes drafts and archived products.',
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
        summary: 'Replace products in a collection',
        description: 'Sets all products of a manual collection, in order. Products you omit are removed.',
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
        summary: 'Add products to a collection',
        description:
          'Adds products to a manual collection in the given order, before the product in `before` or at the end. Products that are already in the collection are moved.',
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
        summary: 'Remove a product from a collection',
        description: 'Only for manual collections. The product itself stays.',
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

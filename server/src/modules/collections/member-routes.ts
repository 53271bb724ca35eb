import { Type } from 'typebox'
import { LARGE_BODY_BYTES, type Routes } from '../../http/routes.ts'
import { IfMatch, versionTag } from '../../http/version-tag.ts'
import { Page } from '../../kit/schema.ts'
import { listMembers, putIn, setMembers, takeOut } from './members.ts'
import { Collection, CollectionPath, Member, MemberPath, MembersQuery, PutIn, WholeOrder } from './schemas.ts'

const tags = ['Collections']
const config = { access: 'key', limit: 'default' } as const

/** Which products are in a collection, and in which order. */
export const memberRoutes: Routes = async (app) => {
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
        querystring: MembersQuery,
        response: { 200: Page(Member) },
      },
    },
    ({ ctx, params, query }) => listMembers(ctx, params.id, query),
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
        body: WholeOrder,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const collection = await setMembers(ctx, params.id, body.productIds, headers['if-match'])
      reply.header('etag', versionTag(collection.version))
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
        body: PutIn,
        response: { 200: Collection },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const collection = await putIn(ctx, params.id, body, headers['if-match'])
      reply.header('etag', versionTag(collection.version))
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
        params: MemberPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      const { version } = await takeOut(ctx, params.id, params.productId, headers['if-match'])
      reply.code(204).header('etag', versionTag(version))
      return null
    },
  )
}

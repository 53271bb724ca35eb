import type { Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { OneShownCollection, ShownCollection, ShownCollectionsQuery } from './collection-schemas.ts'
import { getShownCollection, listShownCollections } from './collections.ts'

const open = { access: 'storefront', limit: 'default' } as const
const tags = ['Storefront']

/** The collections that shoppers see. */
export const shownCollectionRoutes: Routes = async (app) => {
  app.get(
    '/collections',
    {
      config: open,
      schema: {
        operationId: 'collections.list',
        tags,
        summary: 'List the collections on show',
        description: 'Newest first.',
        querystring: ShownCollectionsQuery,
        response: { 200: Page(ShownCollection) },
      },
    },
    ({ ctx, query }) => listShownCollections(ctx, query),
  )

  app.get(
    '/collections/:handle',
    {
      config: open,
      schema: {
        operationId: 'collections.get',
        tags,
        summary: 'Get a collection on show',
        description: 'By its handle or its id.',
        params: OneShownCollection,
        response: { 200: ShownCollection },
      },
    },
    ({ ctx, params }) => getShownCollection(ctx, params.handle),
  )
}

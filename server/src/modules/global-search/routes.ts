import type { Routes } from '../../http/routes.ts'
import { search } from './global-search.ts'
import { SearchQuery, SearchResults } from './schemas.ts'

export const globalSearchRoutes: Routes = async (app) => {
  app.get(
    '/search',
    {
      config: { access: 'key', limit: 'default', mayBeStale: true },
      schema: {
        operationId: 'search.list',
        tags: ['Search'],
        summary: 'Search orders, customers, products and tickets',
        description:
          'At most five of each: exact numbers, SKUs, emails and names first, then those that start with the query, then the newest. For more, use the `q` of each list.',
        querystring: SearchQuery,
        response: { 200: SearchResults },
      },
    },
    ({ ctx, query }) => search(ctx, query.q),
  )
}

import type { Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { listFeeds } from './feeds.ts'
import { Feed } from './schemas.ts'

export const feedRoutes: Routes = async (app) => {
  app.get(
    '/feeds',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'feeds.list',
        summary: 'List product feeds',
        description:
          'The sitemap and the product feeds for Google and Meta, with their public addresses and what they omit.',
        tags: ['Catalog'],
        response: { 200: Page(Feed) },
      },
    },
    ({ ctx }) => listFeeds(ctx),
  )
}

import type { Routes } from '../../http/routes.ts'
import { loadPurchase } from '../carts/carts.ts'
import { previewPoints } from '../loyalty/preview/preview.ts'
import { PointsPreview } from '../loyalty/preview/schemas.ts'
import { PointsPreviewRequest } from './schemas.ts'

export const loyaltyPreviewRoutes: Routes = async (app) => {
  app.post(
    '/loyalty/preview',
    {
      // A read: a stored response would only become outdated.
      config: { access: 'key', limit: 'default', staff: 'viewer', idempotency: 'none' },
      schema: {
        operationId: 'loyalty.preview',
        tags: ['Loyalty'],
        summary: 'Preview points',
        description:
          'The points that a cart, or items at today’s prices, would earn. `customerId` replaces the customer of the cart; without either, the customer with its email counts. Nothing is stored.',
        body: PointsPreviewRequest,
        response: { 200: PointsPreview },
      },
    },
    async ({ ctx, body }) => previewPoints(ctx, await loadPurchase(ctx, body)),
  )
}

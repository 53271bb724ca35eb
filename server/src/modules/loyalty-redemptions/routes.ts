import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getRedemption, listRedemptions, redeem, reverseRedemption } from './loyalty-redemptions.ts'
import { IssuedRedemption, NewRedemption, Redemption, RedemptionPath, RedemptionsQuery } from './schemas.ts'

const tags = ['Loyalty']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const redemptionRoutes: Routes = async (app) => {
  app.post(
    '/loyalty/redeem',
    {
      // The response may contain the code of a gift card, which is not stored anywhere.
      config: { ...adminConfig, idempotency: 'none' },
      schema: {
        operationId: 'loyalty.redeem',
        tags,
        summary: 'Redeem points',
        description: [
          'Exchanges points for a `reward`, or as many `points` as you send. With too few points it returns 422 `insufficient_points`. Points for a cart leave the balance at checkout. Requires the admin role in the dashboard.',
          'An `Idempotency-Key` is ignored, because the response with the `code` is not stored. If a response is lost, find the redemption in the list and reverse it.',
        ].join('\n\n'),
        body: NewRedemption,
        response: { 201: IssuedRedemption },
      },
    },
    async ({ ctx, body }, reply) => {
      const redemption = await redeem(ctx, body)
      reply.code(201).header('cache-control', 'no-store')
      return redemption
    },
  )

  app.get(
    '/loyalty/redemptions',
    {
      config,
      schema: {
        operationId: 'loyalty.redemptions.list',
        tags,
        summary: 'List redemptions',
        description: 'Newest first, without codes.',
        querystring: RedemptionsQuery,
        response: { 200: Page(Redemption) },
      },
    },
    ({ ctx, query }) => listRedemptions(ctx, query),
  )

  app.get(
    '/loyalty/redemptions/:id',
    {
      config,
      schema: {
        operationId: 'loyalty.redemptions.get',
        tags,
        summary: 'Get a redemption',
        description: 'Without its code, which is shown only once.',
        params: RedemptionPath,
        response: { 200: Redemption },
      },
    },
    ({ ctx, params }) => getRedemption(ctx, params.id),
  )

  app.post(
    '/loyalty/redemptions/:id/reversal',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.redemptions.reverse',
        tags,
        summary: 'Reverse a redemption',
        description:
          'Returns the points and withdraws the code, the card or the cart credit, unless it was used: then it returns 409. Reversing it again changes nothing. Requires the admin role in the dashboard.',
        params: RedemptionPath,
        response: { 200: Redemption },
      },
    },
    ({ ctx, params }) => reverseRedemption(ctx, params.id),
  )
}

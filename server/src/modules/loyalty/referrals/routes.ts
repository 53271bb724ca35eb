import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { attributeReferral, getReferral, getReferralCode, listReferrals } from './referrals.ts'
import {
  Referral,
  ReferralAttribution,
  ReferralCode,
  ReferralCodeRequest,
  ReferralPath,
  ReferralsQuery,
} from './schemas.ts'

const tags = ['Loyalty']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const referralRoutes: Routes = async (app) => {
  app.post(
    '/loyalty/referral',
    {
      config,
      schema: {
        operationId: 'loyalty.referral.create',
        tags,
        summary: 'Get a customer’s referral code',
        description: 'The first call creates the code; later ones return the same. 409 while referrals are inactive.',
        body: ReferralCodeRequest,
        response: { 200: ReferralCode },
      },
    },
    ({ ctx, body }) => getReferralCode(ctx, body.customerId),
  )

  app.post(
    '/loyalty/referral/attribution',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.referral.attribute',
        tags,
        summary: 'Attribute a customer to a referral code',
        description:
          'Send `customerId` or `email`, before the first order or with its `orderId`. A customer is attributed once: the same code returns the same referral, another one 409 with its `status`. The referral may be rejected at once. Requires the admin role in the dashboard.',
        body: ReferralAttribution,
        response: { 201: Referral },
      },
    },
    async ({ ctx, body }, reply) => {
      const referral = await attributeReferral(ctx, body)
      reply.code(201)
      return referral
    },
  )

  app.get(
    '/loyalty/referrals',
    {
      config,
      schema: {
        operationId: 'loyalty.referrals.list',
        tags,
        summary: 'List referrals',
        description: 'Returns referrals newest first.',
        querystring: ReferralsQuery,
        response: { 200: Page(Referral) },
      },
    },
    ({ ctx, query }) => listReferrals(ctx, query),
  )

  app.get(
    '/loyalty/referrals/:id',
    {
      config,
      schema: {
        operationId: 'loyalty.referrals.get',
        tags,
        summary: 'Get a referral',
        description: 'Contains only the IDs of both sides, and the reason if it was rejected.',
        params: ReferralPath,
        response: { 200: Referral },
      },
    },
    ({ ctx, params }) => getReferral(ctx, params.id),
  )
}

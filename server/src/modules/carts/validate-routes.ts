import type { Routes } from '../../http/routes.ts'
import { validateCodes } from './validate.ts'
import { DryRun, DryRunAnswer } from './validate-schemas.ts'

export const discountRoutes: Routes = async (app) => {
  app.post(
    '/discounts/validate',
    {
      // It does nothing that could be done twice, and the answer may name an address.
      config: { access: 'storefront', limit: 'default', idempotency: 'none' },
      schema: {
        operationId: 'discounts.validate',
        tags: ['Promotions'],
        summary: 'Try codes',
        description:
          'What a code, or several, would do to a cart or to items: what they save, or why they do not apply and what is missing. Nothing is used up.',
        body: DryRun,
        response: { 200: DryRunAnswer },
      },
    },
    ({ ctx, body }) => validateCodes(ctx, body),
  )
}

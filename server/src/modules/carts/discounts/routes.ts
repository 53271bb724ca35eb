import type { Routes } from '../../../http/routes.ts'
import { validateCodes } from './discounts.ts'
import { DiscountValidation, DiscountValidationResult } from './schemas.ts'

export const discountRoutes: Routes = async (app) => {
  app.post(
    '/discounts/validate',
    {
      // Idempotency is unnecessary for a read, and a stored response could contain an address.
      config: { access: 'storefront', limit: 'default', idempotency: 'none' },
      schema: {
        operationId: 'discounts.validate',
        tags: ['Promotions'],
        summary: 'Validate discount codes',
        description:
          'Shows what one or more codes would do to a cart or to items: how much they save, or why they do not apply and what is missing. Codes that apply but do not lower the total have the reason `no_effect`, unless they add a gift for the same total. Nothing is used up. If no shipping option is selected, the first option available both with and without the codes is used. Send a country for this. Pickup and live carrier rates count only if they are selected. Gift cards are not discounts: they are not looked up, and their codes are not returned.',
        body: DiscountValidation,
        response: { 200: DiscountValidationResult },
      },
    },
    ({ ctx, body }) => validateCodes(ctx, body),
  )
}

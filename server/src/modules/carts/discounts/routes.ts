import type { Routes } from '../../../http/routes.ts'
import { DiscountValidation, DiscountValidationResult } from './schemas.ts'
import { validateCodes } from './validate-codes.ts'

export const discountRoutes: Routes = async (app) => {
  app.post(
    '/discounts/validate',
    {
      // Idempotency is unnecessary for a read, and a stored response could contain an address.
      config: { access: 'storefront', limit: 'default', idempotency: 'none' },
      schema: {
        operationId: 'discounts.validate',
        tags: ['Promotions'],
        summary: 'Try codes',
        description:
          'What a code, or several, would do to a cart or to items: what they save, or why they do not apply and what is missing. Codes that apply but would not make the cart cheaper are `no_effect`, unless they bring a gift for the same money. Nothing is used up. Where neither the body nor the cart chooses `shipping`, the first way that is offered there with the codes and without them is reckoned with, so that a code for shipping can be judged; it needs a country. Pickup and a carrier’s live price are reckoned with only when they are chosen. Gift cards are no discounts: they are not looked for, and their codes not repeated.',
        body: DiscountValidation,
        response: { 200: DiscountValidationResult },
      },
    },
    ({ ctx, body }) => validateCodes(ctx, body),
  )
}

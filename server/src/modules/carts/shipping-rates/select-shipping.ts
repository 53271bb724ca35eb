import type { Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import type { LineItem, ShippingQuote } from '../../pricing/pricing-input.ts'
import type { ShippingRate } from '../../pricing/rules.ts'
import { fingerprintOf, verifyQuote } from '../../shipping/quotes.ts'
import { type CartContents, destinationOf } from '../contents.ts'
import { validateExactlyOne } from '../request-validation.ts'

export const quoteSecret = (ctx: Ctx): string => ctx.secretFor('shipping-quotes')

/** Returns the quote while it is valid, whatever cart it is for. */
export const readValidQuote = (ctx: Ctx, quoteId: string) =>
  verifyQuote(quoteId, quoteSecret(ctx), { environmentId: ctx.environmentId, nowMs: ctx.now.getTime() })

/** Selects a service at the current price, or a quote at its quoted price. */
export function selectShipping(
  ctx: Ctx,
  { service, quoteId }: { service?: string; quoteId?: string },
): NonNullable<CartContents['shipping']> {
  const errors = validateExactlyOne('/shipping/service', service, 'quoteId', quoteId)
  if (errors.length > 0) {
    const message = 'Send either a service or a quoteId from GET /v1/shipping/rates.'
    throw invalidRequest(message, errors)
  }
  if (quoteId === undefined) return { service: service ?? '', quoteId: null }
  const quote = readValidQuote(ctx, quoteId)
  if (!quote) {
    const message = 'This quote has expired or belongs to another shop. Get a new one from GET /v1/shipping/rates.'
    throw new AppError('quote_expired', message, {
      details: [{ path: '/shipping/quoteId', message: 'must be a valid quote' }],
    })
  }
  return { service: quote.service, quoteId }
}

/** Returns the quote if it is still valid for these items and this destination. */
export function findApplicableQuote(
  ctx: Ctx,
  contents: CartContents,
  items: readonly LineItem[],
  { currency, rates }: { currency: string; rates: readonly ShippingRate[] },
): ShippingQuote | null {
  const { quoteId } = contents.shipping ?? {}
  const quote = quoteId ? readValidQuote(ctx, quoteId) : undefined
  if (!quote || quote.currency !== currency) return null
  if (quote.fingerprint !== fingerprintOf(items, destinationOf(contents))) return null
  // A quote outlives its shipping rate; a pickup location may no longer exist.
  const { service, rateIds, title, amount, lineSum, type = 'shipping' } = quote
  if (quote.type !== 'shipping' && !rateIds.every((id) => rates.some((rate) => rate.id === id))) return null
  return { service, rateIds, title, type, amount, lineSum }
}

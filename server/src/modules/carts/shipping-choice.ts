import type { Ctx } from '../../ctx.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { Line, ShippingQuote } from '../pricing/cart.ts'
import type { ShippingRate } from '../pricing/rules.ts'
import { fingerprintOf, readQuote } from '../shipping/quotes.ts'
import { type Contents, destinationOf } from './contents.ts'
import { unlessOne } from './faults.ts'

export const quoteSecret = (ctx: Ctx): string => ctx.secretFor('shipping-quotes')

/** What was promised, while it stands, whatever it is for. */
export const standing = (ctx: Ctx, quoteId: string) =>
  readQuote(quoteId, quoteSecret(ctx), { environmentId: ctx.environmentId, nowMs: ctx.now.getTime() })

/** By service at the price of the day, or by quote at the price that was promised. */
export function chooseShipping(
  ctx: Ctx,
  { service, quoteId }: { service?: string; quoteId?: string },
): NonNullable<Contents['shipping']> {
  const faults = unlessOne('/shipping/service', service, 'quoteId', quoteId)
  if (faults.length > 0) {
    const message = 'Choose shipping by its service or by a quoteId of GET /v1/shipping/rates.'
    throw invalidRequest(message, faults)
  }
  if (quoteId === undefined) return { service: service ?? '', quoteId: null }
  const quote = standing(ctx, quoteId)
  if (!quote) {
    const message = 'This quote has ended, or is not of this shop: ask GET /v1/shipping/rates for a new one.'
    throw new AppError('quote_expired', message, {
      details: [{ path: '/shipping/quoteId', message: 'is no longer good' }],
    })
  }
  return { service: quote.service, quoteId }
}

/** The promise, if it still stands: for these items, to this place, and not too old. */
export function quoteFor(
  ctx: Ctx,
  contents: Contents,
  lines: readonly Line[],
  { currency, rates }: { currency: string; rates: readonly ShippingRate[] },
): ShippingQuote | null {
  const { quoteId } = contents.shipping ?? {}
  const quote = quoteId ? standing(ctx, quoteId) : undefined
  if (!quote || quote.currency !== currency) return null
  if (quote.fingerprint !== fingerprintOf(lines, destinationOf(contents))) return null
  // Whatever becomes of a rate, what was promised is shipped; where it would be picked up may be no more.
  const { service, rateIds, title, amount, lineSum, type = 'shipping' } = quote
  if (quote.type !== 'shipping' && !rateIds.every((id) => rates.some((rate) => rate.id === id))) return null
  return { service, rateIds, title, type, amount, lineSum }
}

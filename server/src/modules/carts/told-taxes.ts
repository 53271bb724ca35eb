import type { Ctx } from '../../ctx.ts'
import type { TaxRequest } from '../../ports/tax-engine.ts'
import type { Priced } from '../pricing/priced.ts'
import { taxPlaceOf } from '../pricing/taxes.ts'
import { openEngine } from '../taxes/engine.ts'
import { price } from './price.ts'
import type { Stage } from './stage.ts'

export interface Told {
  stage: Stage
  priced: Priced
  /** What the cart has said; the engine may have said something else. */
  estimate?: number
}

/** As the shop's tax engine says. One that does not answer, or badly, changes nothing: then the shop's own regions count. */
export async function withToldTaxes<Ready extends Told>(ctx: Ctx, ready: Ready): Promise<Ready> {
  const question = questionOf(ready)
  const engine = question && (await openEngine(ctx))
  if (!engine) return ready
  try {
    const toldTaxes = await ctx.outside.taxEngineAt(engine).taxesOf(question, ctx.signal)
    const priced = price({ ...ready.stage.input, toldTaxes })
    return { ...ready, priced, estimate: ready.priced.totals.total }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tax engine did not answer')
    return ready
  }
}

function questionOf({ stage: { input }, priced }: Told): TaxRequest | undefined {
  const { country, region, postcode } = taxPlaceOf(input, priced.shipping)
  if (country === null || input.buyer.isTaxExempt || input.lines.length === 0) return undefined
  const classes = new Map(input.lines.map(({ id, taxClass, isGiftCard }) => [id, isGiftCard ? 'none' : taxClass]))
  return {
    currency: input.currency,
    pricesIncludeTax: input.taxes.pricesIncludeTax,
    to: { country, region, postcode },
    lines: priced.lines.flatMap(({ id, variantId, quantity, subtotal, discount, giftOf }) =>
      giftOf === null
        ? [{ id, variantId, taxClass: classes.get(id) ?? 'standard', quantity, amount: subtotal - discount }]
        : [],
    ),
    shipping: priced.shipping.amount - priced.shipping.discount,
  }
}

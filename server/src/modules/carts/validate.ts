import type { Ctx } from '../../ctx.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import type { PricingInput } from '../pricing/cart.ts'
import type { Priced, TraceStep } from '../pricing/priced.ts'
import { rejectionOf } from '../pricing/rejections.ts'
import { toApplied, toOption, toRejected, toTotals, warningsOf } from './answer.ts'
import { askedContents } from './asked-cart.ts'
import { type GivenCodes, readCodes, untriedCodes } from './codes.ts'
import { type Contents, EMPTY } from './contents.ts'
import { addLines } from './edits.ts'
import { unlessCurrency, unlessOne } from './faults.ts'
import { additionsOf, JUST_ASKED, lookFor } from './items.ts'
import { type Loaded, load, priceIn } from './offers.ts'
import { price } from './price.ts'
import { withSaid } from './said.ts'
import { type Stage, setStage } from './stage.ts'
import type { DryRun, DryRunAnswer } from './validate-schemas.ts'

/**
 * What codes would do, with and without them; nothing is kept or used up. One that nobody knows costs the same work as one
 * that applies: the same statement, and as many prices.
 */
export async function validateCodes(ctx: Ctx, wanted: DryRun): Promise<DryRunAnswer> {
  const { code, codes, cartId, items = [], currency, ...about } = wanted
  refuseHalf(wanted)
  const given = readCodes(ctx, codes ?? [code ?? ''])
  const { customerKey } = withSaid(ctx, EMPTY, about)
  const place = { cartId: cartId ?? '', currency: currency ?? null, customerKey }
  // A gift card is not a discount, so none is looked for here.
  const row = await load(ctx, { ...place, ...lookFor(items), codes: given.codes })
  const basis = withSaid(ctx, askedContents(row, wanted), about)
  const filled = addLines(basis, additionsOf(items, row, JUST_ASKED), priceIn(row))
  return tell(ctx, given, row, tryCodes(ctx, given, row, filled))
}

function refuseHalf({ code, codes, cartId, items, currency }: DryRun): void {
  const faults = [
    ...unlessOne('/code', code, 'codes', codes),
    ...unlessOne('/cartId', cartId, 'items', items),
    ...unlessCurrency(currency),
  ]
  if (faults.length === 0) return
  throw invalidRequest('Name one code, or several as codes; a cartId, or items; and a currency that there is.', faults)
}

interface Tried {
  stage: Stage
  before: Priced
  after: Priced
  trace: TraceStep[]
}

function tryCodes(ctx: Ctx, { codes }: GivenCodes, row: Loaded, contents: Contents): Tried {
  const others = contents.codes.filter((one) => !codes.includes(one))
  const known = new Set(row.codes.map(({ code }) => code))
  // One that nobody knows is not tried: it may be of a gift card, and would be repeated in the trace.
  const asked = new Set(codes.filter((one) => known.has(one)))
  const without = setStage(ctx, { ...contents, codes: others }, row)
  const stage = setStage(ctx, { ...contents, codes: [...others, ...asked] }, row)
  const chosen = stage.input.chosen ?? firstOffered(price(without.input), price(stage.input))
  const trace: TraceStep[] = []
  const before = price({ ...without.input, chosen })
  return { stage, before, after: price({ ...stage.input, chosen }, trace), trace }
}

/** Without a way of shipping nobody could say what a code for shipping saves. Both prices are with the same one. */
function firstOffered(before: Priced, after: Priced): PricingInput['chosen'] {
  const services = new Set(before.shipping.options.map(({ service }) => service))
  const first = after.shipping.options.find(({ type, service }) => type === 'shipping' && services.has(service))
  return first ? { service: first.service, quote: null } : null
}

/**
 * What codes take off may cost more elsewhere: below a sum shipping is no longer free, and a gift is shipped too. A gift is worth
 * its price.
 */
function doNothing(asked: Priced['promotions'], { totals, lines }: Priced, before: Priced): boolean {
  let worth = before.totals.total - totals.total
  for (const { giftOf, subtotal } of lines) {
    if (asked.some(({ promotionId }) => promotionId === giftOf)) worth += subtotal
  }
  return worth <= 0
}

function tell(ctx: Ctx, given: GivenCodes, row: Loaded, { stage, before, after, trace }: Tried): DryRunAnswer {
  const { currency } = row
  const isTrusted = ctx.caller.kind !== 'visitor'
  const isAsked = ({ code }: { code: string | null }) => code !== null && given.codes.includes(code)
  const asked = after.promotions.filter(isAsked)
  const useless = doNothing(asked, after, before) ? asked : []
  const unmet = { rule: 'total', required: before.totals.total, actual: after.totals.total, missing: null }
  const rejected = [
    ...after.rejected.filter(isAsked),
    ...useless.map(({ promotionId, code }) => rejectionOf({ promotionId, code, currency }, 'no_effect', [unmet])),
    ...untriedCodes(given, row, stage.input.giftCards),
  ]
  const { selected } = after.shipping
  return {
    valid: rejected.length === 0,
    applied: toApplied({ ...after, promotions: useless.length > 0 ? [] : asked }),
    rejected: toRejected({ rejected }, isTrusted),
    totalsBefore: toTotals(before),
    totalsAfter: toTotals(after),
    savings: money(Math.max(0, before.totals.total - after.totals.total), currency),
    shipping: selected && toOption(selected, (amount) => money(amount, currency)),
    warnings: warningsOf(stage, after),
    ...(isTrusted && { trace }),
  }
}

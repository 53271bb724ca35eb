import type { Ctx } from '../../ctx.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import type { TraceStep } from '../pricing/priced.ts'
import { toApplied, toRejected, toTotals } from './answer.ts'
import { readCodes, refusedCodes } from './codes.ts'
import { EMPTY } from './contents.ts'
import { addLines } from './edits.ts'
import { additionsOf, lookFor } from './items.ts'
import { load, priceIn } from './offers.ts'
import { price } from './price.ts'
import { withSaid } from './said.ts'
import { setStage } from './stage.ts'
import type { DryRun, DryRunAnswer } from './validate-schemas.ts'

/**
 * What codes would do, with and without them; nothing is kept or used up. One that nobody knows costs the same work as one
 * that applies: the same statement, and two prices.
 */
export async function validateCodes(ctx: Ctx, wanted: DryRun): Promise<DryRunAnswer> {
  const { code, codes, cartId, items = [], currency, ...about } = wanted
  if ((code === undefined) === (codes === undefined)) throw invalidRequest('Name one code, or several as codes.')
  if ((cartId === undefined) === (items.length === 0)) throw invalidRequest('Name a cartId, or items.')
  if (currency !== undefined && !isCurrency(currency)) throw invalidRequest(`There is no currency ${currency}.`)
  // A gift card is not a discount, so it is not looked for here.
  const given = { ...readCodes(ctx, codes ?? [code ?? '']), cardHashes: [] }
  const { customerKey } = withSaid(ctx, EMPTY, about)
  const question = { cartId: cartId ?? '', currency: currency ?? null, customerKey, ...lookFor(items), ...given }
  const row = await load(ctx, question)
  if (cartId !== undefined && !row.cart) throw notFound('cart', cartId)

  const basis = withSaid(ctx, row.cart?.contents ?? EMPTY, about)
  const filled = addLines(basis, additionsOf(items, row), priceIn(row))
  const asked = new Set(given.codes)
  const others = filled.codes.filter((one) => !asked.has(one))
  const before = price(setStage(ctx, { ...filled, codes: others }, row).input)
  const trace: TraceStep[] = []
  const withCodes = { ...filled, codes: [...others, ...asked] }
  const after = price(setStage(ctx, withCodes, row).input, trace)

  const isTrusted = ctx.caller.kind !== 'visitor'
  const isAsked = (one: { code: string | null }) => one.code !== null && asked.has(one.code)
  const refused = refusedCodes(given, row)
  const known = new Set(row.codes.map((one) => one.code))
  const rejected = [...after.rejected.filter((one) => isAsked(one) && known.has(one.code ?? '')), ...refused]
  return {
    valid: rejected.length === 0,
    applied: toApplied({ ...after, promotions: after.promotions.filter(isAsked) }),
    rejected: toRejected({ rejected }, isTrusted),
    totalsBefore: toTotals(before),
    totalsAfter: toTotals(after),
    savings: money(Math.max(0, before.totals.total - after.totals.total), row.currency),
    ...(isTrusted && { trace }),
  }
}

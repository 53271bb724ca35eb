import { type Ctx, transaction } from '../../../ctx.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import type { Money } from '../../../kit/money.ts'
import { addCodes } from '../codes/change-codes.ts'
import { createPromotion } from '../promotions.ts'
import type { Benefit } from '../rule-schemas.ts'
import type { Promotion } from '../schemas.ts'

interface NewSingleUseCode {
  title: string
  discount: { percentage: number } | { amount: Money }
  minimum: Money | null
  expiresAt: string | null
}

interface SingleUseCode {
  promotionId: Promotion['id']
  code: string
}

/** A promotion of its own with one code, which one order can use. */
export function issueSingleUseCode(ctx: Ctx, input: NewSingleUseCode): Promise<SingleUseCode> {
  const { title, discount, minimum, expiresAt } = input
  if (expiresAt !== null && Date.parse(expiresAt) <= ctx.now.getTime()) {
    throw invalidRequest('The code would have expired already.', [
      { path: '/expiresAt', message: 'must be in the future' },
    ])
  }
  return transaction(ctx, async (ctx) => {
    const { id } = await createPromotion(ctx, {
      title,
      trigger: 'code',
      benefit: toBenefit(discount),
      conditions: minimum ? { minAmounts: [minimum] } : {},
      usageLimit: 1,
      endsAt: expiresAt,
    })
    const { codes } = await addCodes(ctx, id, { count: 1 })
    const [code] = codes
    if (code === undefined) throw new Error(`The promotion ${id} got no code`)
    return { promotionId: id, code }
  })
}

const toBenefit = (discount: NewSingleUseCode['discount']): Benefit =>
  'amount' in discount
    ? { kind: 'fixed', target: 'order', amounts: [discount.amount] }
    : { kind: 'percentage', target: 'order', percentage: discount.percentage }

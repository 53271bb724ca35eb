import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import { formatMoney, type Money } from '../../../kit/money.ts'
import { generateCode } from '../codes/codes.ts'
import { emitPromotionChange, toDraft } from '../promotions.ts'
import * as queries from '../queries.ts'
import type { Promotion } from '../schemas.ts'

/*
 * Codes that one customer can use once, for an amount off an order. All codes of an amount belong to one promotion, which
 * the first of them creates: a promotion for each would reprice all carts every time, but a code reprices none.
 */

interface PersonalCode {
  promotionId: Promotion['id']
  code: string
}

const LENGTH = 12

/** Call it inside the transaction that charges the customer for the code. */
export async function issuePersonalCode(ctx: Ctx, customerId: string, amount: Money): Promise<PersonalCode> {
  const promotionId = await ensurePromotion(ctx, amount)
  for (;;) {
    const code = generateCode('', LENGTH)
    if ((await queries.insertCodes(ctx, promotionId, [code], 1, customerId)).has(code)) return { promotionId, code }
  }
}

async function ensurePromotion(ctx: Ctx, amount: Money): Promise<Promotion['id']> {
  const managedKey = `loyalty/${amount.currency}/${amount.amount}`
  const existing =
    (await queries.findManagedPromotion(ctx, managedKey)) ?? (await createPromotion(ctx, managedKey, amount))
  if (existing.active) return existing.id
  throw new AppError('conflict', 'The promotion for these codes is not active. Activate it, or offer another reward.', {
    fields: { promotionId: existing.id },
  })
}

/** The customer has paid for the discount, so it combines with all others that allow it. */
async function createPromotion(ctx: Ctx, managedKey: string, amount: Money) {
  const draft = toDraft({
    title: `Loyalty reward ${formatMoney(amount)}`,
    trigger: 'code',
    benefit: { kind: 'fixed', target: 'order', amounts: [amount] },
    combinesWith: { item: true, order: true, shipping: true },
  })
  const isNew = (await queries.insertPromotion(ctx, draft, managedKey)) === 1
  if (isNew) await emitPromotionChange(ctx, 'promotion.created', draft.id)
  const created = await queries.findManagedPromotion(ctx, managedKey)
  if (!created) throw new Error(`The promotion ${managedKey} was not created`)
  return created
}

/** Until the transaction ends, nobody can use the code. Call it before locking accounts, as a checkout does. */
export async function lockPersonalCode(ctx: Ctx, { promotionId }: PersonalCode): Promise<void> {
  await queries.lockPromotion(ctx, promotionId)
}

/** Returns false if the code was used, or a checkout in progress has reserved it. The code must be locked. */
export const withdrawPersonalCode = async (ctx: Ctx, { promotionId, code }: PersonalCode): Promise<boolean> =>
  (await queries.deactivateUnusedCode(ctx, promotionId, code)) === 1

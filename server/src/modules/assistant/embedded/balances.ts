import { findTextAnswer, MIN_SCORE } from './texts.ts'
import { type Reply, type Turn, toolFailure } from './turn.ts'
import { personalFailure } from './verification.ts'

/** Checks the code a customer names. Never offers one that the shop has not published. */
export async function answerDiscountCode(turn: Turn): Promise<Reply> {
  const { entities, phrases, message } = turn
  if (entities.discountCode) return checkDiscountCode(turn, entities.discountCode)
  if (/\b(?:check|valid|redeem|pruf\w*|gultig|einlos\w*)\b/.test(message.folded)) {
    return { status: 'clarification_required', text: [phrases.askDiscountCode], pending: { slot: 'discount_code' } }
  }
  const isDemand = /\bgive me\b|\bgib mir\b|\d ?%/.test(message.folded)
  const published = isDemand ? undefined : await findTextAnswer(turn)
  if (published && published.score >= MIN_SCORE) return published.reply
  return { status: 'answered', text: [phrases.noSecretCodes], pending: { slot: 'discount_code' } }
}

export async function checkDiscountCode(turn: Turn, code: string): Promise<Reply> {
  const { request, phrases } = turn
  const result = await request.callTool('check_discount_code', { code })
  if (!result.ok) {
    if (result.code !== 'not_found' && result.code !== 'invalid') return toolFailure(turn, result.code)
    return { status: 'answered', text: [phrases.codeInvalid(code)] }
  }
  const { valid, title, reason } = result.output
  if (!valid) return { status: 'answered', text: [phrases.codeInvalid(code), ...(reason ? [reason] : [])] }
  return {
    status: 'answered',
    text: [
      title ? phrases.codeValidFor(code, title) : phrases.codeValid(code),
      ...(reason ? [phrases.codeCondition(reason)] : []),
    ],
  }
}

export async function answerGiftCardBalance(turn: Turn): Promise<Reply> {
  const { entities, phrases, request, format } = turn
  const code = entities.giftCardCode
  if (!code)
    return { status: 'clarification_required', text: [phrases.askGiftCardCode], pending: { slot: 'gift_card_code' } }
  const result = await request.callTool('get_gift_card_balance', { code })
  if (!result.ok) {
    if (result.code !== 'not_found' && result.code !== 'invalid') return toolFailure(turn, result.code)
    return { status: 'clarification_required', text: [phrases.giftCardNotFound], pending: { slot: 'gift_card_code' } }
  }
  const { balance, expiresAt } = result.output
  const expiry = expiresAt ? [phrases.giftCardExpires(format.date(expiresAt))] : []
  return { status: 'answered', text: [phrases.giftCardBalance(format.money(balance)), ...expiry] }
}

export async function answerPoints(turn: Turn): Promise<Reply> {
  const { request, phrases, format } = turn
  const result = await request.callTool('get_loyalty_balance', {})
  if (!result.ok) {
    const failure = await personalFailure(turn, { intent: 'points', orderNumber: null }, result.code)
    return failure ?? toolFailure(turn, result.code)
  }
  const { available, pending, tier, storeCredit } = result.output
  const credit = storeCredit.filter(({ amount }) => amount > 0)
  return {
    status: 'answered',
    text: [
      phrases.points(format.number(available)),
      ...(pending > 0 ? [phrases.pendingPoints(format.number(pending))] : []),
      ...(tier ? [phrases.tier(tier)] : []),
      ...(credit.length > 0 ? [phrases.storeCredit(format.list(credit.map(format.money)))] : []),
    ],
  }
}

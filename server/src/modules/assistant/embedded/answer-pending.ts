import { answerIntent, reachGoal } from './answer-intent.ts'
import { answerGiftCardBalance, checkDiscountCode } from './balances.ts'
import { addProduct, addToCart } from './cart.ts'
import type { Pending } from './dialogue-state.ts'
import { parseMessage } from './message.ts'
import { cancelOrder, chooseReturnItems, startReturn } from './order-changes.ts'
import { handOver } from './person.ts'
import { describeProduct, resolveProduct } from './products.ts'
import { answerShipping } from './shipping.ts'
import type { Reply, Turn } from './turn.ts'
import { askForProof, checkCode, sendCode } from './verification.ts'

const ASKS_FOR_NEW_CODE =
  /\b(?:new|another|resend|again|neuen?|nochmal|noch einmal|erneut)\b.{0,20}\b(?:code|send|sende\w*|schick\w*)?\b/

/** What the message means as an answer to the assistant's last question. Undefined if it is none. */
export async function answerPending(turn: Turn, pending: Pending): Promise<Reply | undefined> {
  const { entities, phrases, message } = turn
  const isYes = entities.answer === 'yes'
  const isNo = entities.answer === 'no'
  switch (pending.slot) {
    case 'email':
      if (entities.email) return sendCode(turn, pending.goal, entities.email)
      return entities.orderNumber === null
        ? undefined
        : askForProof(turn, { ...pending.goal, orderNumber: entities.orderNumber })
    case 'verification_code':
      if (entities.verificationCode) {
        const failure = await checkCode(turn, pending.goal, pending.email, entities.verificationCode)
        return failure ?? withText(phrases.verified, await reachGoal(turn, pending.goal))
      }
      if (entities.email) return sendCode(turn, pending.goal, entities.email)
      return ASKS_FOR_NEW_CODE.test(message.folded) ? sendCode(turn, pending.goal, pending.email) : undefined
    case 'order_number':
      return entities.orderNumber === null
        ? undefined
        : reachGoal(turn, { ...pending.goal, orderNumber: entities.orderNumber })
    case 'country':
      return entities.country ? answerShipping(turn) : undefined
    case 'product':
      return answerForProduct(turn, pending)
    case 'variant':
      return isNo ? undefined : addProduct(turn, pending.productId, pending.quantity)
    case 'discount_code':
      return entities.discountCode ? checkDiscountCode(turn, entities.discountCode) : undefined
    case 'gift_card_code':
      return entities.giftCardCode ? answerGiftCardBalance(turn) : undefined
    case 'confirm_cancellation':
      if (isYes) return cancelOrder(turn, pending.orderNumber)
      return isNo ? { status: 'answered', text: [phrases.notCanceled(pending.orderNumber)] } : undefined
    case 'return_items':
      return chooseReturnItems(turn, pending.orderNumber)
    case 'confirm_return':
      if (isYes) return startReturn(turn, pending.orderNumber, pending.items)
      return isNo ? { status: 'answered', text: [phrases.notReturned(pending.orderNumber)] } : undefined
    case 'person':
      if (isYes) return handOver(turn, 'no_answer', phrases.handedOver)
      return isNo ? { status: 'answered', text: [phrases.staysWithAssistant] } : undefined
  }
}

const withText = (text: string, reply: Reply): Reply => ({ ...reply, text: [text, ...startOnNewLine(reply.text)] })

const startOnNewLine = ([first = '', ...rest]: string[]): string[] => [`\n${first}`, ...rest]

/** The question was asked before, the product is named now. */
async function answerForProduct(
  turn: Turn,
  pending: Extract<Pending, { slot: 'product' }>,
): Promise<Reply | undefined> {
  if (pending.intent === 'add_to_cart') return addToCart(turn)
  const { named } = await resolveProduct(turn)
  if (!named) return undefined
  const question = parseMessage(`${pending.question} ${turn.message.text}`)
  return describeProduct({ ...turn, message: question }, named, pending.intent)
}

/** Repeats the question that was not answered. */
export async function askAgain(turn: Turn, pending: Pending): Promise<Reply> {
  const { phrases } = turn
  const again = (text: string, status: Reply['status'] = 'clarification_required'): Reply => ({
    status,
    text: [phrases.askAgain, text],
    suggestions: [phrases.suggestions.person],
    pending,
    missed: true,
  })
  switch (pending.slot) {
    case 'email':
      return again(phrases.askEmail, 'verification_required')
    case 'verification_code':
      return again(phrases.wrongCode, 'verification_required')
    case 'order_number':
      return again(phrases.askOrderNumber)
    case 'country':
      return again(phrases.askCountry)
    case 'discount_code':
      return again(phrases.askDiscountCode)
    case 'gift_card_code':
      return again(phrases.askGiftCardCode)
    case 'return_items':
      return again(phrases.askReturnItems(pending.orderNumber))
    case 'product':
    case 'variant':
    case 'confirm_cancellation':
    case 'confirm_return':
    case 'person':
      return answerIntent(turn, 'question')
  }
}

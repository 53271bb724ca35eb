import { answerDiscountCode, answerGiftCardBalance, answerPoints } from './balances.ts'
import { addToCart, removeFromCart, showCart } from './cart.ts'
import type { Goal } from './dialogue-state.ts'
import { findProducts } from './find-products.ts'
import type { Intent } from './intent.ts'
import { askReturnItems, askToCancel } from './order-changes.ts'
import { answerOrderStatus, listOrders } from './orders.ts'
import { handOver } from './person.ts'
import { answerProductQuestion, compareProducts, describeProduct, listProducts, searchProducts } from './products.ts'
import { answerShipping } from './shipping.ts'
import { findTextAnswer, MIN_SCORE } from './texts.ts'
import { offerPerson, type Reply, type Turn } from './turn.ts'

export function answerIntent(turn: Turn, intent: Intent): Promise<Reply> | Reply {
  const { phrases, entities, state } = turn
  switch (intent) {
    case 'injection':
      return { status: 'refused', text: [phrases.injection] }
    case 'off_topic':
      return { status: 'refused', text: [phrases.offTopic], suggestions: starters(turn) }
    case 'person':
      return handOver(turn, 'requested_by_customer', phrases.handedOver)
    case 'safety':
      return handOver(turn, 'sensitive_topic', phrases.handedOverSafety)
    case 'privacy_request':
      return handOver(turn, 'sensitive_topic', phrases.handedOverPrivacy)
    case 'change_order':
      return handOver(turn, 'requested_by_customer', phrases.handedOverChange)
    case 'identity':
      return { status: 'answered', text: [phrases.identity], suggestions: starters(turn) }
    case 'capabilities':
      return { status: 'answered', text: [phrases.capabilities], suggestions: starters(turn) }
    case 'greeting':
      return { status: 'answered', text: [phrases.greeting, phrases.capabilities], suggestions: starters(turn) }
    case 'thanks':
      return { status: 'answered', text: [phrases.thanks], pending: null }
    case 'goodbye':
      return { status: 'answered', text: [phrases.goodbye] }
    case 'abuse':
      return offerPerson(turn, [phrases.abuse])
    case 'complaint':
      return offerPerson(turn, [phrases.complaint])
    case 'cancel_order':
    case 'start_return':
    case 'list_orders':
    case 'order_status':
      return reachGoal(turn, {
        intent,
        orderNumber: entities.orderNumber ?? (entities.refersBack ? state.orderNumber : null),
      })
    case 'points':
      return isAboutSelf(turn) ? answerPoints(turn) : answerQuestion(turn)
    case 'gift_card_balance':
      return answerGiftCardBalance(turn)
    case 'discount_code':
      return answerDiscountCode(turn)
    case 'add_to_cart':
      return addToCart(turn)
    case 'remove_from_cart':
      return removeFromCart(turn)
    case 'show_cart':
      return showCart(turn)
    case 'compare':
      return compareProducts(turn)
    case 'shipping_rates':
      return answerShipping(turn)
    case 'return_policy':
    case 'policy':
      return answerFromTexts(turn)
    case 'product_search':
      return orFromTexts(turn, searchProducts(turn))
    case 'product_price':
    case 'product_stock':
    case 'product_options':
    case 'product_facts':
      return orFromTexts(turn, answerProductQuestion(turn, intent))
    case 'question':
      return answerQuestion(turn)
  }
}

/** Also called when a customer has proven who they are. */
export function reachGoal(turn: Turn, { intent, orderNumber }: Goal): Promise<Reply> {
  switch (intent) {
    case 'cancel_order':
      return askToCancel(turn, orderNumber)
    case 'start_return':
      return askReturnItems(turn, orderNumber)
    case 'order_status':
      return answerOrderStatus(turn, orderNumber)
    case 'list_orders':
      return orderNumber === null ? listOrders(turn, intent) : answerOrderStatus(turn, orderNumber)
    case 'points':
      return answerPoints(turn)
  }
}

const isAboutSelf = ({ message }: Turn): boolean => /\b(?:my|i|i've|mine|mein\w*|ich|mir)\b/.test(message.folded)

const starters = ({ phrases: { suggestions } }: Turn): string[] => [
  suggestions.findProduct,
  suggestions.trackOrder,
  suggestions.shipping,
  suggestions.returns,
]

/** What is neither a product nor a rule of the shop is unknown. Twice in a row, the customer needs a person. */
export function admitUnknown(turn: Turn): Reply {
  const { phrases, state } = turn
  return { ...offerPerson(turn, [state.misses > 0 ? phrases.unknownAgain : phrases.unknown], 'unknown'), missed: true }
}

/** Also with less certainty than other questions: a rule of the shop is what was asked for. */
const MIN_SCORE_OF_RULES = 0.4

async function answerFromTexts(turn: Turn): Promise<Reply> {
  const text = await findTextAnswer(turn, true)
  return text && text.score >= MIN_SCORE_OF_RULES ? text.reply : answerAboutProduct(turn)
}

/** A product that does not exist may still be a rule of the shop: "do you have gift wrapping?" */
async function orFromTexts(turn: Turn, answered: Promise<Reply>): Promise<Reply> {
  const reply = await answered
  if (!reply.missed) return reply
  const text = await findTextAnswer(turn)
  return text && text.score >= STRONG_SCORE ? text.reply : reply
}

/** From here on, a text certainly answers. */
const STRONG_SCORE = 0.65
/** So many words of a message name a product only if it is about the product. */
const TELLING_WORDS = 2

async function answerQuestion(turn: Turn): Promise<Reply> {
  const { entities, state, phrases } = turn
  const [position] = entities.positions
  const shown = position === undefined ? undefined : state.products.at(position)
  if (shown) return describeProduct(turn, shown)
  if (entities.answer) return { status: 'answered', text: [phrases.staysWithAssistant], suggestions: starters(turn) }
  const text = await findTextAnswer(turn)
  if (text?.isCertain) return text.reply
  const found = await findProducts(turn)
  const isNamed = found.named !== null && (found.isFullTitle || found.matchedWords >= TELLING_WORDS)
  const product = isNamed
    ? found.named
    : found.products.length === 1 && found.matchedWords > 0
      ? found.products[0]
      : undefined
  if (product) {
    const reply = await describeProduct(turn, product, 'product_facts')
    if (!reply.missed) return reply
    return text && text.score >= STRONG_SCORE ? text.reply : reply
  }
  if (text && text.score >= MIN_SCORE) return text.reply
  return found.products.length > 0 && found.matchedWords > 0 ? listProducts(turn, found) : admitUnknown(turn)
}

async function answerAboutProduct(turn: Turn): Promise<Reply> {
  const found = await findProducts(turn)
  if (found.named && found.matchedWords > 0) {
    const reply = await describeProduct(turn, found.named, 'product_facts')
    if (!reply.missed) return reply
  }
  return admitUnknown(turn)
}

import type { AnswerEvent, AnswerRequest, Engine } from '../schemas.ts'
import { answerIntent } from './answer-intent.ts'
import { answerPending, askAgain } from './answer-pending.ts'
import { type DialogueState, readState, writeState } from './dialogue-state.ts'
import { findEntities } from './entities.ts'
import type { Intent } from './intent.ts'
import { scoreIntents } from './intents.ts'
import { chooseLanguage, type Language } from './language.ts'
import { parseMessage } from './message.ts'
import type { Phrases } from './phrases.ts'
import { GERMAN } from './phrases-de.ts'
import { ENGLISH } from './phrases-en.ts'
import { formatFor, localeFor, type Reply, type Turn } from './turn.ts'

/**
 * Answers by rules: no model, no network. Every fact of an answer comes from a tool result of this turn, in whole
 * sentences of the phrase tables or quoted; what no tool result says, it does not know.
 */
export const embeddedEngine: Engine = async function* (request) {
  yield { type: 'engine', engine: { kind: 'embedded', model: null, fallback: false } }
  const turn = readTurn(request)
  const { intent, reply } = await answer(turn)
  if (request.signal.aborted) return
  yield* toEvents(turn, intent, reply)
}

const PHRASES: Record<Language, Phrases> = { en: ENGLISH, de: GERMAN }

function readTurn(request: AnswerRequest): Turn {
  const state = readState(request.state)
  const message = parseMessage(request.message)
  const language = chooseLanguage(message, request.locale, state.language)
  return {
    request,
    message,
    entities: findEntities(message),
    language,
    phrases: PHRASES[language],
    format: formatFor(localeFor(language, request.locale)),
    state,
  }
}

/** From here on, a message certainly is no answer to the assistant's last question. */
const CERTAIN = 0.9
/** These always come first: nobody is asked for an order number when they want a person. */
const URGENT = new Set<Intent>(['injection', 'person', 'safety', 'privacy_request'])

async function answer(turn: Turn): Promise<{ intent: Intent; reply: Reply }> {
  const { state, message, entities, language } = turn
  const [best] = scoreIntents(message, entities, language)
  const intent = best?.intent ?? 'question'
  if (URGENT.has(intent)) return { intent, reply: await answerIntent(turn, intent) }
  const { pending } = state
  if (pending) {
    const isCertain = best !== undefined && best.score >= CERTAIN && entities.answer === null
    const answered = isCertain && !fillsSlot(turn) ? undefined : await answerPending(turn, pending)
    // If it would only ask the same again, the customer asks something else.
    const isRepeated = answered?.pending?.slot === pending.slot && best !== undefined && !fillsSlot(turn)
    if (answered && !isRepeated) return { intent, reply: answered }
    if (!best) return { intent, reply: await askAgain(turn, pending) }
  }
  return { intent, reply: await answerIntent(turn, intent) }
}

/** A code or an address is an answer, whatever else the message says. */
function fillsSlot({ state, entities }: Turn): boolean {
  const slot = state.pending?.slot
  return (
    (slot === 'email' && entities.email !== null) ||
    (slot === 'verification_code' && entities.verificationCode !== null) ||
    (slot === 'gift_card_code' && entities.giftCardCode !== null) ||
    (slot === 'discount_code' && entities.discountCode !== null) ||
    (slot === 'country' && entities.country !== null)
  )
}

function* toEvents(turn: Turn, intent: Intent, reply: Reply): Iterable<AnswerEvent> {
  const { text, citations = [], cards = [], suggestions = [], status } = reply
  for (const [at, part] of text.entries()) {
    yield { type: 'text', delta: at === 0 || part.startsWith('\n') ? part : ` ${part}` }
  }
  for (const citation of citations) yield { type: 'citation', citation }
  for (const card of cards) yield { type: 'card', card }
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions }
  yield { type: 'usage', usage: { inputTokens: 0, outputTokens: 0, cost: null } }
  yield { type: 'finish', status, intent, locale: turn.language, state: nextState(turn, reply) }
}

function nextState({ state, language, request }: Turn, { pending, products, orderNumber, missed }: Reply) {
  const next: DialogueState = {
    language,
    pending: pending ?? null,
    products: products ?? state.products,
    orderNumber: orderNumber ?? state.orderNumber,
    misses: missed ? state.misses + 1 : 0,
  }
  return writeState(request.state, next)
}

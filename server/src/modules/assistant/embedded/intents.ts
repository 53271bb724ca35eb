import type { Entities } from './entities.ts'
import type { Intent, IntentRule } from './intent.ts'
import { GERMAN_RULES } from './intents-de.ts'
import { ENGLISH_RULES } from './intents-en.ts'
import type { Language } from './language.ts'
import type { Message } from './message.ts'

interface ScoredIntent {
  intent: Intent
  score: number
}

/** Below it, a message is a question. */
const FLOOR = 0.5

const RULES: Record<Language, IntentRule[]> = { en: ENGLISH_RULES, de: GERMAN_RULES }

/** What an entity adds to an intent that some phrase already suggests. */
const BONUSES: [intent: Intent, entity: keyof Entities, weight: number][] = [
  ['order_status', 'orderNumber', 0.35],
  ['cancel_order', 'orderNumber', 0.35],
  ['change_order', 'orderNumber', 0.35],
  ['start_return', 'orderNumber', 0.6],
  ['discount_code', 'discountCode', 0.5],
  ['gift_card_balance', 'giftCardCode', 0.7],
  ['shipping_rates', 'country', 0.5],
  ['product_search', 'maxPrice', 0.3],
]
/** A limit alone is a search: "backpacks under 100 euros". */
const PRICE_LIMIT_WEIGHT = 0.5

/** Each rule adds its share of the remaining doubt. Intents that score the same are in the order of the rules. */
export function scoreIntents({ folded }: Message, entities: Entities, language: Language): ScoredIntent[] {
  const doubts = new Map<Intent, number>()
  for (const [intent, weight, pattern] of RULES[language]) {
    if (pattern.test(folded)) doubts.set(intent, (doubts.get(intent) ?? 1) * (1 - weight))
  }
  if (entities.maxPrice !== null || entities.minPrice !== null) {
    doubts.set('product_search', (doubts.get('product_search') ?? 1) * (1 - PRICE_LIMIT_WEIGHT))
  }
  for (const [intent, entity, weight] of BONUSES) {
    const doubt = doubts.get(intent)
    if (doubt !== undefined && entities[entity] !== null) doubts.set(intent, doubt * (1 - weight))
  }
  return [...doubts]
    .map(([intent, doubt]) => ({ intent, score: 1 - doubt }))
    .filter(({ score }) => score >= FLOOR)
    .sort((a, b) => b.score - a.score)
}

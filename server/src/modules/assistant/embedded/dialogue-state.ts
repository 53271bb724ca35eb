import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Nullable, OneOf } from '../../../kit/schema.ts'
import type { AnswerState } from '../schemas.ts'
import { LANGUAGES } from './language.ts'

/** Questions about a person that wait until they have proven who they are. */
const PERSONAL_INTENTS = ['order_status', 'list_orders', 'cancel_order', 'start_return', 'points'] as const

const Goal = Type.Object({ intent: OneOf(PERSONAL_INTENTS), orderNumber: Nullable(Type.Integer()) })
export type Goal = Static<typeof Goal>

const ReturnItems = Type.Array(
  Type.Object({ itemId: Type.String(), title: Type.String(), quantity: Type.Integer({ minimum: 1 }) }),
)

/** What the assistant asked last. */
const Pending = Type.Union([
  Type.Object({ slot: Type.Literal('email'), goal: Goal }),
  Type.Object({ slot: Type.Literal('verification_code'), goal: Goal, email: Type.String() }),
  Type.Object({ slot: Type.Literal('order_number'), goal: Goal }),
  Type.Object({ slot: Type.Literal('country') }),
  Type.Object({
    slot: Type.Literal('product'),
    intent: OneOf(['product_price', 'product_stock', 'product_options', 'product_facts', 'add_to_cart'] as const),
    question: Type.String(),
  }),
  Type.Object({ slot: Type.Literal('variant'), productId: Type.String(), quantity: Type.Integer({ minimum: 1 }) }),
  Type.Object({ slot: Type.Literal('discount_code') }),
  Type.Object({ slot: Type.Literal('gift_card_code') }),
  Type.Object({ slot: Type.Literal('confirm_cancellation'), orderNumber: Type.Integer() }),
  Type.Object({ slot: Type.Literal('return_items'), orderNumber: Type.Integer() }),
  Type.Object({ slot: Type.Literal('confirm_return'), orderNumber: Type.Integer(), items: ReturnItems }),
  Type.Object({ slot: Type.Literal('person'), question: Type.String() }),
])
export type Pending = Static<typeof Pending>

const DialogueState = Type.Object({
  language: Nullable(OneOf(LANGUAGES)),
  pending: Nullable(Pending),
  /** Shown last, in this order. */
  products: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), { maxItems: 10 }),
  orderNumber: Nullable(Type.Integer()),
  /** Messages in a row that could not be answered. */
  misses: Type.Integer({ minimum: 0 }),
})
export type DialogueState = Static<typeof DialogueState>

const validator = Compile(DialogueState)

const NEW_STATE: DialogueState = { language: null, pending: null, products: [], orderNumber: null, misses: 0 }

/** Another engine or version may have written it: a state of another shape starts over. */
export function readState({ embedded }: AnswerState): DialogueState {
  return validator.Check(embedded) ? embedded : NEW_STATE
}

/** Keeps what other engines remember. */
export const writeState = (previous: AnswerState, embedded: DialogueState): AnswerState => ({ ...previous, embedded })

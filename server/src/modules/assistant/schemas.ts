import { type Static, Type } from 'typebox'
import type { SignedInCustomer } from '../../ctx.ts'
import { Money } from '../../kit/money.ts'
import { Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'
import {
  CartSummary,
  OrderSummary,
  ProductCard,
  type ToolInput,
  type ToolName,
  type ToolResult,
} from '../chat-tools/schemas.ts'

/** Where a statement of an answer comes from. */
export const Citation = Type.Object({
  id: Type.String(),
  source: OneOf(['product', 'policy', 'article', 'order']),
  title: Type.String(),
  url: Nullable(Type.String()),
  snippet: Type.String(),
  updatedAt: Nullable(Timestamp),
})
export type Citation = Static<typeof Citation>

/** Something an answer shows next to its text. */
export const AnswerCard = Type.Union([
  Type.Object({ kind: Type.Literal('product'), product: ProductCard }),
  Type.Object({ kind: Type.Literal('cart'), cart: CartSummary }),
  Type.Object({ kind: Type.Literal('order'), order: OrderSummary }),
])
export type AnswerCard = Static<typeof AnswerCard>

export const ANSWER_STATUSES = [
  'answered',
  'clarification_required',
  'unknown',
  'verification_required',
  'handed_over',
  'refused',
  'stopped',
] as const
export type AnswerStatus = (typeof ANSWER_STATUSES)[number]

export const AnswerUsage = Type.Object({
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cost: Nullable(Money, { description: 'Rounded up. Null if the price of the model is unknown.' }),
  costMillionths: Optional(
    Type.Integer({ description: 'The exact cost, in millionths of the smallest unit of the currency.' }),
  ),
})
export type AnswerUsage = Static<typeof AnswerUsage>

export const AnswerEngine = Type.Object({
  kind: OneOf(['embedded', 'model']),
  model: Nullable(Type.String()),
  fallback: Type.Boolean({ description: 'Whether the embedded assistant continued for a model that failed.' }),
})
export type AnswerEngine = Static<typeof AnswerEngine>

/** What the conversation remembers between turns, such as the products shown last. Only the assistant reads it. */
export type AnswerState = Record<string, unknown>

export interface HistoryMessage {
  role: 'customer' | 'assistant' | 'agent'
  text: string
}

export interface AnswerRequest {
  conversationId: string
  /** The customer's new message, normalized. */
  message: string
  /** Before it, oldest first, as the server stored it. */
  history: HistoryMessage[]
  state: AnswerState
  /** As the client asked for it; null: guess from the text. */
  locale: string | null
  cartId: string | null
  /** Whose daily budget an answer of a model counts against, besides the conversation's; null: nobody's. */
  visitorId?: string | null
  customer: SignedInCustomer | null
  verifiedEmail: string | null
  /** Runs a tool for this conversation and reports it as an event. */
  callTool<Name extends ToolName>(name: Name, input: ToolInput<Name>): Promise<ToolResult<Name>>
  signal: AbortSignal
}

export type AnswerEvent =
  | { type: 'text'; delta: string }
  | { type: 'citation'; citation: Citation }
  | { type: 'card'; card: AnswerCard }
  /** Replies the customer may choose from. */
  | { type: 'suggestions'; suggestions: string[] }
  /** Something the customer should know about the answer itself, such as a failed model. */
  | { type: 'notice'; code: 'model_failed' | 'budget_exceeded' | 'claim_withheld'; text: string }
  | { type: 'tool_call'; id: string; name: ToolName; input: unknown }
  | { type: 'tool_result'; id: string; name: ToolName; result: ToolResult<ToolName> }
  | { type: 'engine'; engine: AnswerEngine }
  | { type: 'usage'; usage: AnswerUsage }
  /** The last event. */
  | {
      type: 'finish'
      status: AnswerStatus
      intent: string | null
      /** The language of the answer. */
      locale: string
      state: AnswerState
    }

/** An engine answers one message. `callTool` has reported its events when it resolves. */
export type Engine = (request: AnswerRequest) => AsyncIterable<AnswerEvent>

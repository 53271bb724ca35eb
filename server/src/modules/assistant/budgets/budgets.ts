import { createHmac } from 'node:crypto'
import { type Ctx, transaction } from '../../../ctx.ts'
import type { AssistantBudgets, StoredModel } from '../settings/schemas.ts'
import * as queries from './queries.ts'

/** Whom the tokens of a request are counted for. */
export interface UsageOwner {
  conversationId: string
  visitorId: string | null
}

export interface TokenCount {
  inputTokens: number
  outputTokens: number
}

type Prices = Pick<StoredModel, 'inputPrice' | 'outputPrice'>

export class BudgetExceeded extends Error {
  override name = 'BudgetExceeded'
  readonly scope: queries.UsageScope

  constructor(scope: queries.UsageScope) {
    super(`The budget of tokens or money for this ${scope} is used up.`)
    this.scope = scope
  }
}

/** In millionths of the smallest unit: prices are for a million tokens. Null if they are unknown. */
export const costOf = (
  { inputTokens, outputTokens }: TokenCount,
  { inputPrice, outputPrice }: Prices,
): number | null =>
  inputPrice && outputPrice ? inputTokens * inputPrice.amount + outputTokens * outputPrice.amount : null

export interface Reservation {
  /** Replaces what was reserved with what was used. Call it exactly once, also when the request failed. */
  settle(used: TokenCount): Promise<void>
}

/**
 * Reserves the most that a request to a model can use, before it is sent, in all budgets or in none: so no number of
 * concurrent requests exceeds a budget. A reservation whose server died stays counted.
 */
export async function reserve(
  ctx: Ctx,
  owner: UsageOwner,
  budgets: AssistantBudgets,
  prices: Prices,
  most: TokenCount,
): Promise<Reservation> {
  const counters = countersFor(ctx, owner, budgets)
  const reserved = { tokens: most.inputTokens + most.outputTokens, cost: costOf(most, prices) ?? 0 }
  await transaction(ctx, async (ctx) => {
    for (const counter of counters) {
      const isTooMuch = reserved.tokens > counter.maxTokens || reserved.cost > counter.maxCost
      const row = isTooMuch ? undefined : await queries.addWithinLimits(ctx, counter, reserved.tokens, reserved.cost)
      if (!row) throw new BudgetExceeded(counter.scope)
    }
  })
  return {
    async settle(used) {
      const tokens = used.inputTokens + used.outputTokens - reserved.tokens
      const cost = (costOf(used, prices) ?? 0) - reserved.cost
      // Also after the customer has left: what was used counts.
      const settling = { ...ctx, signal: new AbortController().signal }
      await transaction(settling, async (ctx) => {
        for (const counter of counters) await queries.adjust(ctx, counter, tokens, cost)
      })
    },
  }
}

/** Always in this order, so that two transactions never wait for each other; the rows that all share come last. */
function countersFor(
  ctx: Ctx,
  { conversationId, visitorId }: UsageOwner,
  budgets: AssistantBudgets,
): queries.Counter[] {
  const day = ctx.now.toISOString().slice(0, 10)
  const unlimited = Number.MAX_SAFE_INTEGER
  const counter = (scope: queries.UsageScope, subject: string, maxTokens: number | null, maxCost = unlimited) => ({
    scope,
    subject,
    maxTokens: maxTokens ?? unlimited,
    maxCost,
  })
  const { conversationTokens, visitorDailyTokens, dailyTokens, monthlyCost } = budgets
  return [
    counter('conversation', conversationId, conversationTokens),
    ...(visitorId === null ? [] : [counter('visitor', hashVisitor(ctx, visitorId, day), visitorDailyTokens)]),
    counter('day', day, dailyTokens),
    counter('month', day.slice(0, 7), null, monthlyCost ? monthlyCost.amount * 1_000_000 : unlimited),
  ]
}

/** Nobody can tell from the counters who used the chat, or that it was the same person on two days. */
const hashVisitor = (ctx: Ctx, visitorId: string, day: string): string =>
  createHmac('sha256', ctx.secretFor('assistant usage')).update(`${day} ${visitorId}`).digest('base64url')

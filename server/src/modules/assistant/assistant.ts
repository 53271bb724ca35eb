import type { Ctx } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { ModelError } from '../../ports/language-model.ts'
import { getTheme } from '../theme/theme.ts'
import { getWorkspace } from '../workspaces/workspaces.ts'
import { BudgetExceeded, costOf, reserve, type TokenCount } from './budgets/budgets.ts'
import { readState, writeState } from './embedded/dialogue-state.ts'
import { embeddedEngine } from './embedded/embedded.ts'
import { chooseLanguage, type Language } from './embedded/language.ts'
import { parseMessage } from './embedded/message.ts'
import { type Meter, MODEL_LIMITS, type ModelLimits, modelEngine, NothingVerified } from './models/model-engine.ts'
import { notice, phrase } from './models/phrases.ts'
import type { ShopProfile } from './models/prompt.ts'
import { rememberWrites } from './models/remember-writes.ts'
import type { AnswerEvent, AnswerRequest, AnswerUsage } from './schemas.ts'
import { type AssistantConfiguration, loadConfiguration } from './settings/settings.ts'

/** The engine was changed while a model was answering. */
class ModelSwitchedOff extends Error {
  override name = 'ModelSwitchedOff'
}

/**
 * Answers one message of a customer. The first event is `engine`, the last is `finish`, whatever happens to a model: the
 * embedded assistant continues for it, after another `engine` event. Throws only when `request.signal` is aborted. Never
 * call it inside a transaction: a model may take a minute.
 */
export async function* answer(
  ctx: Ctx,
  request: AnswerRequest,
  limits: ModelLimits = MODEL_LIMITS,
): AsyncGenerator<AnswerEvent> {
  const configuration = await loadConfiguration(ctx)
  const language = languageOf(request)
  if (!configuration.active) return yield* passToPerson(request, language)
  if (!configuration.address) return yield* embeddedEngine(request)
  const { model: modelName } = configuration.address
  yield { type: 'engine', engine: { kind: 'model', model: modelName, fallback: false } }
  const tools = rememberWrites(request)
  const total: TokenCount = { inputTokens: 0, outputTokens: 0 }
  let hasText = false
  try {
    // A question of the embedded assistant is answered with this message, whoever reads it.
    const state = writeState(request.state, { ...readState(request.state), language, pending: null })
    const engine = modelEngine({
      model: ctx.external.languageModelAt(configuration.address),
      shop: await loadShopProfile(ctx, configuration),
      now: ctx.now,
      language,
      meter: createMeter(ctx, request, configuration, total),
      limits,
    })
    for await (const event of engine({ ...request, state, callTool: tools.callTool })) {
      if (event.type === 'text') hasText = true
      if (event.type === 'finish') yield { type: 'usage', usage: toUsage(total, configuration) }
      yield event
    }
  } catch (error) {
    request.signal.throwIfAborted()
    logFailure(ctx, error, modelName)
    yield { type: 'usage', usage: toUsage(total, configuration) }
    if (hasText) yield { type: 'text', delta: '\n\n' }
    if (tools.isHandedOver()) return yield* endHandedOver(request, language)
    yield { type: 'engine', engine: { kind: 'embedded', model: null, fallback: true } }
    yield notice(language, noticeCodeOf(error))
    tools.onContinue()
    for await (const event of embeddedEngine({ ...request, callTool: tools.callTool })) {
      if (event.type !== 'engine' && event.type !== 'usage') yield event
    }
  }
}

const languageOf = ({ message, locale, state }: AnswerRequest): Language =>
  chooseLanguage(parseMessage(message), locale, readState(state).language)

/** The assistant is switched off, so that every conversation goes to a person. */
async function* passToPerson(request: AnswerRequest, language: Language): AsyncGenerator<AnswerEvent> {
  yield { type: 'engine', engine: { kind: 'embedded', model: null, fallback: false } }
  await request.callTool('hand_over', { reason: 'no_answer', summary: request.message.slice(0, 1000) || '–' })
  yield { type: 'text', delta: phrase(language, 'inactive') }
  yield { type: 'finish', status: 'handed_over', intent: null, locale: language, state: request.state }
}

/** The model failed after it had asked for a person. */
function* endHandedOver({ state }: AnswerRequest, language: Language): Generator<AnswerEvent> {
  yield { type: 'text', delta: phrase(language, 'handed_over') }
  yield { type: 'finish', status: 'handed_over', intent: null, locale: language, state }
}

async function loadShopProfile(ctx: Ctx, { name, instructions }: AssistantConfiguration): Promise<ShopProfile> {
  const { brand, currencies } = await getTheme(ctx)
  const { timeZone } = await getWorkspace(ctx)
  return {
    name: brand.name,
    currency: currencies.default,
    timeZone,
    urls: [ctx.publicUrl],
    assistantName: name,
    instructions,
  }
}

/** Before every request of a turn, the budgets and the settings of that moment decide. */
function createMeter(
  ctx: Ctx,
  { conversationId, visitorId = null }: AnswerRequest,
  { budgets, model }: AssistantConfiguration,
  total: TokenCount,
): Meter {
  const prices = { inputPrice: model?.inputPrice ?? null, outputPrice: model?.outputPrice ?? null }
  let isFirst = true
  return {
    async begin(most) {
      if (!isFirst && !(await isStillOn(ctx))) throw new ModelSwitchedOff('The model was switched off.')
      isFirst = false
      const reservation = await reserve(ctx, { conversationId, visitorId }, budgets, prices, most)
      return {
        async settle(used) {
          total.inputTokens += used.inputTokens
          total.outputTokens += used.outputTokens
          await reservation.settle(used)
        },
      }
    },
  }
}

async function isStillOn(ctx: Ctx): Promise<boolean> {
  const { active, address } = await loadConfiguration(ctx)
  return active && address !== null
}

function toUsage(total: TokenCount, { model }: AssistantConfiguration): AnswerUsage {
  const millionths = model && costOf(total, model)
  const currency = model?.inputPrice?.currency
  if (millionths === null || currency === undefined) return { ...total, cost: null }
  return { ...total, cost: money(Math.ceil(millionths / 1_000_000), currency), costMillionths: millionths }
}

function noticeCodeOf(error: unknown): 'model_failed' | 'budget_exceeded' | 'claim_withheld' {
  if (error instanceof BudgetExceeded) return 'budget_exceeded'
  return error instanceof NothingVerified ? 'claim_withheld' : 'model_failed'
}

/** Without the message of an expected failure: nothing of a conversation is logged. */
function logFailure(ctx: Ctx, error: unknown, model: string): void {
  if (error instanceof ModelError) {
    ctx.log.warn({ code: error.code, status: error.status, model }, 'a language model failed')
  } else if (error instanceof BudgetExceeded) {
    ctx.log.info({ scope: error.scope, model }, 'a budget of the assistant is used up')
  } else if (error instanceof NothingVerified || error instanceof ModelSwitchedOff) {
    ctx.log.info({ model }, error.message)
  } else {
    ctx.log.error({ err: error, model }, 'an answer of a language model failed')
  }
}

import {
  type LanguageModel,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelToolCall,
} from '../../../ports/language-model.ts'
import type { ToolInput, ToolName, ToolResult } from '../../chat-tools/schemas.ts'
import type { TokenCount } from '../budgets/budgets.ts'
import type { Language } from '../embedded/language.ts'
import type { AnswerRequest, AnswerStatus, Engine } from '../schemas.ts'
import { createAnswerGuard } from './answer-guard.ts'
import { addToolResult, createEvidence } from './claims/evidence.ts'
import { localDay } from './claims/extract-dates.ts'
import { isQuestion } from './claims/statements.ts'
import { notice, phrase } from './phrases.ts'
import { buildSystemPrompt, isToolName, MODEL_TOOLS, type ShopProfile, toModelMessages, toToolText } from './prompt.ts'
import { addSources, citeSources, newSources } from './sources.ts'

export interface ModelLimits {
  /** Requests to the model for one answer. */
  maxSteps: number
  maxToolCalls: number
  maxOutputTokens: number
  maxAnswerLength: number
  firstTokenMs: number
  runMs: number
}

export const MODEL_LIMITS: ModelLimits = {
  maxSteps: 6,
  maxToolCalls: 12,
  maxOutputTokens: 1000,
  maxAnswerLength: 12_000,
  firstTokenMs: 10_000,
  runMs: 60_000,
}

/** Reserves what a request may use before it is sent, and counts what it used. */
export interface Meter {
  begin(most: TokenCount): Promise<{ settle(used: TokenCount): Promise<void> }>
}

export interface ModelEngineOptions {
  model: LanguageModel
  shop: ShopProfile
  now: Date
  language: Language
  meter: Meter
  limits: ModelLimits
}

/** Every sentence of the model was withheld. */
export class NothingVerified extends Error {
  override name = 'NothingVerified'
}

/**
 * Answers with a language model. Throws when the model fails, is too slow or says nothing that can be verified: what was
 * yielded until then is true, and another engine may continue.
 */
export const modelEngine = (options: ModelEngineOptions): Engine =>
  async function* (request) {
    const { shop, now, language, limits } = options
    const clock = new AbortController()
    const timer = setTimeout(() => clock.abort(new ModelError('timeout')), limits.runMs)
    const system = buildSystemPrompt(shop, localDay(now, shop.timeZone))
    const evidence = createEvidence({
      now,
      timeZone: shop.timeZone,
      shopTexts: [shop.name, shop.assistantName, shop.instructions ?? ''],
      shopUrls: shop.urls,
      customerTexts: [
        request.message,
        ...request.history.filter(({ role }) => role === 'customer').map(({ text }) => text),
      ],
    })
    const guard = createAnswerGuard(evidence, system)
    const sources = newSources()
    const messages = toModelMessages(request.history, request.message)
    const results: { name: ToolName; result: ToolResult<ToolName> }[] = []
    try {
      for (let step = 1; step <= limits.maxSteps; step++) {
        const calls: ModelToolCall[] = []
        let text = ''
        let isCutOff = false
        const modelRequest = {
          system,
          messages,
          tools: MODEL_TOOLS,
          mayCallTools: step < limits.maxSteps && results.length < limits.maxToolCalls,
          maxOutputTokens: limits.maxOutputTokens,
          signal: AbortSignal.any([request.signal, clock.signal]),
        }
        for await (const event of metered(options, modelRequest)) {
          if (event.type === 'tool_call') calls.push(event)
          if (event.type === 'finish') isCutOff = event.reason === 'length'
          if (event.type !== 'text') continue
          text += event.delta
          if (text.length > limits.maxAnswerLength) throw new ModelError('invalid_response')
          const verified = guard.push(event.delta)
          if (verified) yield { type: 'text', delta: verified }
        }
        if (isCutOff) guard.discard()
        const rest = guard.flush()
        if (rest) yield { type: 'text', delta: rest }
        if (calls.length === 0 || !modelRequest.mayCallTools) break
        const done = await callTools(request, calls.slice(0, limits.maxToolCalls - results.length))
        for (const { name, input, result } of done) {
          if (!isToolName(name)) continue
          addToolResult(evidence, name, input, result)
          addSources(sources, result)
          results.push({ name, result })
        }
        messages.push(...toStepMessages(text, done))
        if (hasHandedOver(results)) break
        // The next step begins a new sentence.
        if (guard.passed() !== '' && !/\s$/.test(guard.passed())) yield { type: 'text', delta: '\n\n' }
      }
    } finally {
      clearTimeout(timer)
    }
    const isHandedOver = hasHandedOver(results)
    if (guard.passed().trim() === '') {
      if (!isHandedOver) throw new NothingVerified('Nothing that the model wrote could be verified.')
      yield { type: 'text', delta: phrase(language, 'handed_over') }
    }
    if (guard.withheld.length > 0) yield notice(language, 'claim_withheld')
    yield* citeSources(sources, guard.passed())
    const status = isHandedOver ? 'handed_over' : statusOf(results, guard.passed())
    yield { type: 'finish', status, intent: null, locale: language, state: request.state }
  }

const hasHandedOver = (results: { name: ToolName; result: ToolResult<ToolName> }[]): boolean =>
  results.some(({ name, result }) => name === 'hand_over' && result.ok)

function statusOf(results: { name: ToolName; result: ToolResult<ToolName> }[], answer: string): AnswerStatus {
  const last = results.at(-1)
  const isWaitingForCode = last?.name === 'send_verification_code' && last.result.ok
  const needsProof = last !== undefined && !last.result.ok && last.result.code === 'verification_required'
  if (isWaitingForCode || needsProof) return 'verification_required'
  return isQuestion(answer.trimEnd()) ? 'clarification_required' : 'answered'
}

interface CalledTool {
  id: string
  name: string
  input: unknown
  result: ToolResult<ToolName>
}

/** One after the other, as the model asked for them: the second may depend on the first. */
async function callTools({ callTool }: AnswerRequest, calls: ModelToolCall[]): Promise<CalledTool[]> {
  const done: CalledTool[] = []
  for (const { id, name, input } of calls) {
    const result: ToolResult<ToolName> = isToolName(name)
      ? await callTool(name, input as ToolInput<typeof name>)
      : { ok: false, code: 'not_found', message: 'This tool does not exist.' }
    done.push({ id, name, input, result })
    // From here on a person answers.
    if (name === 'hand_over' && result.ok) break
  }
  return done
}

const toStepMessages = (text: string, done: CalledTool[]): ModelMessage[] => [
  { role: 'assistant', text, toolCalls: done.map(({ id, name, input }) => ({ id, name, input })) },
  { role: 'tool', results: done.map(({ id, name, result }) => ({ id, name, text: toToolText(result) })) },
]

/** A token is rarely shorter than two bytes: the reservation is what a request can use at most. */
const BYTES_PER_TOKEN = { least: 2, usual: 4 }

/** One request within the budgets. What it used is settled however it ends. */
async function* metered(
  { model, meter, limits }: ModelEngineOptions,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const { system, messages, tools, maxOutputTokens } = request
  const inputBytes = Buffer.byteLength(JSON.stringify([system, messages, tools]))
  const reservation = await meter.begin({
    inputTokens: Math.ceil(inputBytes / BYTES_PER_TOKEN.least),
    outputTokens: maxOutputTokens,
  })
  let used: TokenCount = { inputTokens: 0, outputTokens: 0 }
  let isReported = false
  let outputBytes = 0
  try {
    for await (const event of withFirstTokenTimeout(model, request, limits.firstTokenMs)) {
      if (event.type === 'usage') {
        isReported = true
        used = event
      }
      if (event.type === 'text') outputBytes += Buffer.byteLength(event.delta)
      if (event.type === 'tool_call') outputBytes += Buffer.byteLength(JSON.stringify(event.input ?? ''))
      if (!isReported) used = estimate(inputBytes, outputBytes)
      yield event
    }
  } catch (error) {
    // It was sent and is probably charged; a request that was refused is not.
    const wasSent = request.signal.aborted || (error instanceof ModelError && error.code === 'timeout')
    if (!isReported && wasSent) used = estimate(inputBytes, outputBytes)
    throw error
  } finally {
    await reservation.settle({ inputTokens: used.inputTokens, outputTokens: used.outputTokens })
  }
}

const estimate = (inputBytes: number, outputBytes: number): TokenCount => ({
  inputTokens: Math.ceil(inputBytes / BYTES_PER_TOKEN.usual),
  outputTokens: Math.ceil(outputBytes / BYTES_PER_TOKEN.usual),
})

/** Leaving the loop early ends the request to the provider. */
async function* withFirstTokenTimeout(
  model: LanguageModel,
  request: ModelRequest,
  firstTokenMs: number,
): AsyncGenerator<ModelEvent> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new ModelError('timeout')), firstTokenMs)
  try {
    const signal = AbortSignal.any([request.signal, controller.signal])
    for await (const event of model.stream({ ...request, signal })) {
      clearTimeout(timer)
      yield event
    }
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

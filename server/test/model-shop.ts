import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { answer } from '../src/modules/assistant/assistant.ts'
import { MODEL_LIMITS, type ModelLimits } from '../src/modules/assistant/models/model-engine.ts'
import type { AnswerEvent, AnswerRequest } from '../src/modules/assistant/schemas.ts'
import { runTool } from '../src/modules/chat-tools/chat-tools.ts'
import type { ToolName } from '../src/modules/chat-tools/schemas.ts'
import { type ModelServer, openModelServer } from './model-server.ts'
import type { Shop } from './open-shop.ts'
import { newToolSession, visitorCtx } from './sample-tools.ts'

export const MODEL_KEY = 'sk-secret-of-the-shop'
const usd = (amount: number) => ({ amount, currency: 'USD' })

export const modelSettings = (url: string, changes: object = {}) => ({
  name: 'Hazel',
  engine: 'model',
  model: { provider: 'openai', url, name: 'small', key: MODEL_KEY, inputPrice: usd(200), outputPrice: usd(800) },
  ...changes,
})

/** For all tests of a file. */
export async function fileModelServer(): Promise<ModelServer> {
  const server = await openModelServer()
  afterAll(server.close)
  return server
}

type Finish = Extract<AnswerEvent, { type: 'finish' }>

export interface Answer {
  events: AnswerEvent[]
  text: string
  /** `model`, `embedded`, or both. */
  engines: string[]
  notices: string[]
  tools: ToolName[]
  finish: Finish
  usage: { inputTokens: number; outputTokens: number } | undefined
}

interface AskOptions extends Partial<AnswerRequest> {
  limits?: Partial<ModelLimits>
  onEvent?: (event: AnswerEvent) => void
}

/** One turn, with the real tools. */
export async function ask(shop: Shop, message: string, { limits, onEvent, ...more }: AskOptions = {}): Promise<Answer> {
  const ctx: Ctx = visitorCtx(shop)
  const session = newToolSession()
  const tools: ToolName[] = []
  const request: AnswerRequest = {
    conversationId: `conv_${randomUUID()}`,
    message,
    history: [],
    state: {},
    locale: null,
    cartId: null,
    customer: null,
    verifiedEmail: null,
    callTool: (name, input) => {
      tools.push(name)
      return runTool(ctx, session, name, input)
    },
    signal: new AbortController().signal,
    ...more,
  }
  const events: AnswerEvent[] = []
  for await (const event of answer(ctx, request, { ...MODEL_LIMITS, ...limits })) {
    events.push(event)
    onEvent?.(event)
  }
  const of = <Type extends AnswerEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<AnswerEvent, { type: Type }> => event.type === type)
  return {
    events,
    text: of('text')
      .map(({ delta }) => delta)
      .join(''),
    engines: of('engine').map(({ engine }) => engine.kind),
    notices: of('notice').map(({ code }) => code),
    tools,
    finish: of('finish')[0] as Finish,
    usage: of('usage')[0]?.usage,
  }
}

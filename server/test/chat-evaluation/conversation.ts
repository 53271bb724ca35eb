import type { Ctx } from '../../src/ctx.ts'
import { embeddedEngine } from '../../src/modules/assistant/embedded/embedded.ts'
import type {
  AnswerEvent,
  AnswerRequest,
  AnswerState,
  AnswerStatus,
  Citation,
} from '../../src/modules/assistant/schemas.ts'
import { runTool } from '../../src/modules/chat-tools/chat-tools.ts'
import type { ToolName, ToolSession } from '../../src/modules/chat-tools/schemas.ts'

export interface EvaluatedAnswer {
  text: string
  status: AnswerStatus
  intent: string | null
  locale: string
  citations: Citation[]
  tools: { name: ToolName; result: unknown }[]
  /** Of the engine itself, without its tools. */
  cpuMs: number
}

/** Speaks with the embedded assistant as module `chat` does: one request per message, and the state between them. */
export function openConversation(
  ctx: Ctx,
  session: ToolSession,
  change: (result: unknown) => unknown = (same) => same,
) {
  let state: AnswerState = {}
  const history: AnswerRequest['history'] = []
  return async (message: string): Promise<EvaluatedAnswer> => {
    const answer: EvaluatedAnswer = {
      text: '',
      status: 'unknown',
      intent: null,
      locale: '',
      citations: [],
      tools: [],
      cpuMs: 0,
    }
    let toolMs = 0
    const start = performance.now()
    const callTool: AnswerRequest['callTool'] = async (name, input) => {
      const toolStart = performance.now()
      const result = change(await runTool(ctx, session, name, input)) as Awaited<
        ReturnType<typeof runTool<typeof name>>
      >
      toolMs += performance.now() - toolStart
      answer.tools.push({ name, result })
      return result
    }
    const { conversationId, cartId, customer, verifiedEmail } = session
    const request: AnswerRequest = {
      ...{ conversationId: conversationId ?? '', message, history: [...history], state, locale: null, cartId },
      ...{ customer, verifiedEmail, callTool, signal: new AbortController().signal },
    }
    for await (const event of embeddedEngine(request)) apply(answer, event)
    answer.cpuMs = performance.now() - start - toolMs
    history.push({ role: 'customer', text: message }, { role: 'assistant', text: answer.text })
    return answer

    function apply(into: EvaluatedAnswer, event: AnswerEvent) {
      if (event.type === 'text') into.text += event.delta
      if (event.type === 'citation') into.citations.push(event.citation)
      if (event.type !== 'finish') return
      Object.assign(into, { status: event.status, intent: event.intent, locale: event.locale })
      state = JSON.parse(JSON.stringify(event.state))
    }
  }
}

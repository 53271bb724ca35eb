import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, type ModelMessage as SdkMessage, streamText, type ToolSet, tool } from 'ai'
import {
  type ModelAddress,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
} from '../../ports/language-model.ts'

// Its warnings are about options that a model ignores; they would be printed past our log.
globalThis.AI_SDK_LOG_WARNINGS = false

const OPENAI_URL = 'https://api.openai.com/v1'
const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** One request: tools are not executed here, and nothing is retried, because the embedded assistant is faster. */
export async function* streamModel(
  address: ModelAddress,
  fetch: typeof globalThis.fetch,
  { system, messages, tools, mayCallTools, maxOutputTokens, signal }: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const result = streamText({
    model: openModel(address, fetch),
    instructions: system,
    messages: messages.map(toSdkMessage),
    tools: toSdkTools(tools),
    ...(tools.length > 0 && !mayCallTools && { toolChoice: 'none' as const }),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    // Errors are in the stream; by default they are printed as well.
    onError: () => {},
  })
  let hasFinished = false
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason
    if (part.type === 'text-delta') yield { type: 'text', delta: part.text }
    // A model that thinks is not silent.
    if (part.type === 'reasoning-delta') yield { type: 'text', delta: '' }
    if (part.type === 'tool-call')
      yield { type: 'tool_call', id: part.toolCallId, name: part.toolName, input: part.input }
    if (part.type === 'finish-step') {
      const { inputTokens, outputTokens } = part.usage
      if (inputTokens !== undefined && outputTokens !== undefined) yield { type: 'usage', inputTokens, outputTokens }
      if (part.finishReason === 'error' || part.finishReason === 'other') throw new ModelError('invalid_response')
      hasFinished = true
      yield { type: 'finish', reason: toReason(part.finishReason) }
    }
  }
  // The connection was closed before the model had finished.
  if (!hasFinished) throw new ModelError('unreachable')
}

function openModel({ provider, url, model, key }: ModelAddress, fetch: typeof globalThis.fetch) {
  if (provider === 'anthropic') {
    return createAnthropic({ baseURL: url ?? ANTHROPIC_URL, apiKey: key ?? 'none', fetch })(model)
  }
  return createOpenAICompatible({
    name: 'openai',
    baseURL: url ?? OPENAI_URL,
    ...(key !== null && { apiKey: key }),
    includeUsage: true,
    fetch,
    // OpenAI's own newer models accept only the new name; other servers know only the old one.
    ...(url === null && { transformRequestBody: renameTokenLimit }),
  })(model)
}

const renameTokenLimit = ({ max_tokens, ...body }: Record<string, unknown>) => ({
  ...body,
  max_completion_tokens: max_tokens,
})

const toReason = (reason: string): 'stop' | 'length' | 'tool_calls' | 'other' => {
  if (reason === 'tool-calls') return 'tool_calls'
  return reason === 'stop' || reason === 'length' ? reason : 'other'
}

function toSdkMessage(message: ModelMessage): SdkMessage {
  if (message.role === 'user') return { role: 'user', content: message.text }
  if (message.role === 'assistant') {
    const calls = message.toolCalls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    }))
    return {
      role: 'assistant',
      content: [...(message.text ? [{ type: 'text' as const, text: message.text }] : []), ...calls],
    }
  }
  return {
    role: 'tool',
    content: message.results.map(({ id, name, text }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output: { type: 'text', value: text },
    })),
  }
}

/** Without `execute`: the SDK only describes them. Inputs are validated where the tools run. */
const toSdkTools = (tools: ModelRequest['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]) }),
    ]),
  )

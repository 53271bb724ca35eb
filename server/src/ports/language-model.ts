export type ModelProvider = 'openai' | 'anthropic'

/** A model that a shop configured. */
export interface ModelAddress {
  provider: ModelProvider
  /** Null for the provider's own. */
  url: string | null
  model: string
  key: string | null
  allowHttp: boolean
}

export interface ModelToolCall {
  id: string
  name: string
  input: unknown
}

export interface ModelToolResult {
  id: string
  name: string
  text: string
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; results: ModelToolResult[] }

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema. */
  inputSchema: object
}

export interface ModelRequest {
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  /** False: it must answer now. The tools are still described, because earlier messages may contain calls. */
  mayCallTools: boolean
  maxOutputTokens: number
  signal: AbortSignal
}

export type ModelEvent =
  | { type: 'text'; delta: string }
  | ({ type: 'tool_call' } & ModelToolCall)
  /** Zero or once per request: not every server reports it. */
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  /** The last event of a complete answer. */
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool_calls' | 'other' }

/**
 * A language model. One request is one step: it answers, or asks for tools whose results the next request contains.
 * Never call it inside a transaction: it may be slow, wrong or down.
 */
export interface LanguageModel {
  /** Throws a `ModelError`, also in the middle of an answer; or the reason of the signal once that is aborted. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
}

/** `unauthorized`: the key. `rejected`: the request, such as an unknown model. `unreachable`: nobody listens. */
export type ModelErrorCode =
  | 'unauthorized'
  | 'rejected'
  | 'rate_limited'
  | 'unreachable'
  | 'timeout'
  | 'server_error'
  | 'invalid_response'

/** Never contains what the provider said: it may repeat the key or the conversation. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly code: ModelErrorCode
  readonly status: number | undefined

  constructor(code: ModelErrorCode, status?: number) {
    super(`The model failed: ${code}${status === undefined ? '' : ` (${status})`}.`)
    this.code = code
    this.status = status
  }
}

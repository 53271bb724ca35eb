import {
  type LanguageModel,
  type ModelAddress,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
} from '../../ports/language-model.ts'
import { isOperatorUrl } from './model-url.ts'
import { safeFetch } from './safe-fetch.ts'

interface LanguageModelOptions extends ModelAddress {
  allowLoopback?: boolean
  operatorModelUrl: string | undefined
}

/** A model behind the protocol of OpenAI or Anthropic, through the AI SDK. */
export const httpLanguageModel = ({ operatorModelUrl, ...options }: LanguageModelOptions): LanguageModel => ({
  async *stream(request) {
    const allowAnyAddress = options.url !== null && isOperatorUrl(options.url, operatorModelUrl)
    const { allowHttp, allowLoopback = false } = options
    const fetch = safeFetch({ allowHttp, allowLoopback, allowAnyAddress })
    try {
      // Loaded by the first shop that uses a model: it takes a good part of a start.
      const { streamModel } = await import('./stream-model.ts')
      yield* streamModel(options, fetch, request)
    } catch (error) {
      throw toModelError(error, request)
    }
  },
})

/** The reason of an abort is the caller's own; everything else is about the model. */
function toModelError(error: unknown, { signal }: ModelRequest): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ModelError) return error
  const status = statusOf(error)
  if (status !== undefined && (status < 200 || status > 299)) return new ModelError(codeOf(status), status)
  return new ModelError(isConnectionError(error) ? 'unreachable' : 'invalid_response')
}

function statusOf(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' ? statusCode : undefined
}

function codeOf(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate_limited'
  // 529: Anthropic is overloaded.
  return status >= 500 ? 'server_error' : 'rejected'
}

/** Of the socket, at any depth: SDKs wrap it. */
function isConnectionError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      'code' in cause &&
      typeof cause.code === 'string' &&
      /^(E[A-Z]+|ERR_TLS.*|ERR_SSL.*|CERT.*|DEPTH.*|UNABLE.*)$/.test(cause.code)
    )
      return true
    if (/public|URL must|does not have/.test(cause.message)) return true
  }
  return false
}

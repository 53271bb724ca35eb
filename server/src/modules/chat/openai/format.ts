import type { AppError } from '../../../kit/errors.ts'
import type { AnswerUsage } from '../../assistant/schemas.ts'
import type { ChatAnswer } from '../schemas.ts'
import type { NewWriter } from '../stream-answer.ts'
import { FAILURE_TEXT } from '../ui-message-stream.ts'
import { type ChatCompletion, MODEL } from './schemas.ts'

const ERROR_TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
}

/** Errors as OpenAI's clients read them; our codes stay. */
export function toOpenAiError({ status, code, message, details }: AppError) {
  const type = ERROR_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message, type, param: details?.[0]?.path.slice(1).replaceAll('/', '.') || null, code } }
}

const toUsage = ({ inputTokens, outputTokens }: AnswerUsage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})

const completionId = (messageId: string): string => `chatcmpl-${messageId}`

/** The format has no place for notices, and the customer must see them. */
const withNotices = ({ notices, text }: ChatAnswer): string => [...notices.map((one) => one.text), text].join('\n\n')

export const toCompletion = (answer: ChatAnswer): ChatCompletion => ({
  id: completionId(answer.messageId),
  object: 'chat.completion',
  created: Math.floor(Date.parse(answer.createdAt) / 1000),
  model: MODEL,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: withNotices(answer), refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: toUsage(answer.usage),
  conversation_id: answer.conversationId,
  status: answer.status,
  citations: answer.citations,
})

/** `chat.completion.chunk` events. Tools stay on the server; citations are in the last chunk. */
export const newCompletionWriter =
  (createdAt: Date, includesUsage: boolean): NewWriter =>
  (send, { messageId, conversationId }) => {
    const sendChunk = (choices: object[], more: object = {}) =>
      send({
        id: completionId(messageId),
        object: 'chat.completion.chunk',
        created: Math.floor(createdAt.getTime() / 1000),
        model: MODEL,
        choices,
        ...more,
      })
    const sendDelta = (delta: object) => sendChunk([{ index: 0, delta, logprobs: null, finish_reason: null }])
    sendDelta({ role: 'assistant', content: '' })
    let hasText = false
    return (event) => {
      if (event.type === 'text') {
        hasText = true
        sendDelta({ content: event.delta })
      } else if (event.type === 'notice') {
        sendDelta({ content: `${hasText ? '\n\n' : ''}${event.text}\n\n` })
      } else if (event.type === 'end') {
        if (event.outcome === 'failed') {
          send({ error: { message: FAILURE_TEXT, type: 'server_error', param: null, code: 'internal_error' } })
        } else {
          const { status, citations, usage } = event.answer
          const extras = { conversation_id: conversationId, status, citations }
          sendChunk([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }], extras)
          if (includesUsage) sendChunk([], { usage: toUsage(usage) })
        }
        send('[DONE]')
      }
    }
  }

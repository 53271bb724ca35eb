import type { Ctx } from '../../../ctx.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import type { HistoryMessage } from '../../assistant/schemas.ts'
import { verifyCustomerToken } from '../../customer-accounts/customer-accounts.ts'
import { assertText, openAnswer } from '../chat.ts'
import { toMessageText } from '../message-text.ts'
import type { IncomingMessage } from '../receive-message.ts'
import { TURN_TIMEOUT_MS } from '../run-turn.ts'
import { awaitAnswer, streamAnswer } from '../stream-answer.ts'
import { newCompletionWriter, toCompletion, toOpenAiError } from './format.ts'
import {
  ChatCompletion,
  ChatCompletionRequest,
  MODEL,
  OpenAiError,
  type OpenAiMessage,
  OpenAiModelList,
} from './schemas.ts'

const tags = ['Chat']
const errorFormat = { toBody: toOpenAiError, name: 'OpenAiError', schema: OpenAiError }
const config = { access: 'key', limit: 'default', errorFormat } as const satisfies RouteConfig

/** For clients of the OpenAI API: the same assistant in another format. */
export const openaiRoutes: Routes = async (app) => {
  app.post(
    '/chat/completions',
    {
      config: { ...config, limit: 'chat', idempotency: 'none', timeoutMs: TURN_TIMEOUT_MS + 10_000 },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'chat.completions',
        tags,
        summary: 'Send a message in the OpenAI format',
        description:
          'For clients of the OpenAI API: set their base URL to `/v1` of this server. Each request starts a conversation unless `metadata.conversation_id` continues one.',
        body: ChatCompletionRequest,
        response: { 200: ChatCompletion },
      },
    },
    async (request, reply) => {
      const { ctx, body } = request
      assertModel(body.model)
      const opened = await openAnswer(ctx, await toIncomingMessage(ctx, body))
      if (!body.stream) return toCompletion(await awaitAnswer(request, reply, opened, false))
      const newWriter = newCompletionWriter(ctx.now, body.stream_options?.include_usage ?? false)
      return streamAnswer(request, reply, opened, { isResumable: false, newWriter, headers: {} }) as never
    },
  )

  app.get(
    '/models',
    {
      config,
      schema: {
        operationId: 'chat.models',
        tags,
        summary: 'List models in the OpenAI format',
        description: 'There is one: the assistant.',
        response: { 200: OpenAiModelList },
      },
    },
    async () => ({
      object: 'list' as const,
      data: [{ id: MODEL, object: 'model' as const, created: 1_763_337_600, owned_by: 'storedesk' }],
      nextCursor: null,
    }),
  )
}

function assertModel(model: string): void {
  if (model === MODEL) return
  throw new AppError('not_found', `No such model. Use "${MODEL}".`, {
    details: [{ path: '/model', message: 'unknown' }],
  })
}

async function toIncomingMessage(ctx: Ctx, body: ChatCompletionRequest): Promise<IncomingMessage> {
  const messages = body.messages.filter(({ role }) => role === 'user')
  const last = messages.at(-1)
  if (!last) throw invalidRequest('Send a message with the role "user".', [{ path: '/messages', message: 'has none' }])
  const { conversation_id: conversationId, customer_token: token } = body.metadata ?? {}
  const earlier = messages
    .slice(0, -1)
    .map((one): HistoryMessage => ({ role: 'customer', text: toMessageText(textOf(one)) }))
  return {
    text: assertText(textOf(last), '/messages'),
    conversationId: (conversationId as `conv_${string}` | undefined) ?? null,
    clientId: null,
    clientMessageId: null,
    isRegeneration: false,
    earlier,
    channel: 'openai',
    visitorId: body.user ?? null,
    customer: token ? await verifyCustomerToken(ctx, token) : null,
    cartId: null,
    locale: null,
  }
}

function textOf({ content }: OpenAiMessage): string {
  if (typeof content === 'string') return content
  const parts: { text?: unknown }[] = Array.isArray(content) ? content : []
  return parts
    .map((part) => part?.text)
    .filter((text) => typeof text === 'string')
    .join('\n')
}

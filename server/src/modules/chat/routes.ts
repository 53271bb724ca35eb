import { Type } from 'typebox'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { openAnswer, toIncomingMessage } from './chat.ts'
import {
  getHistory,
  listConversations,
  listMessages,
  listQuestions,
  rateConversation,
  stopAnswer,
  updateConversation,
} from './conversations.ts'
import { handBack, requestHandover, takeOver } from './handover.ts'
import { TURN_TIMEOUT_MS } from './run-turn.ts'
import {
  ChatAnswer,
  ChatConversation,
  ChatConversationChanges,
  ChatConversationsQuery,
  ChatFeedback,
  ChatHandover,
  ChatHistory,
  ChatMessage,
  ChatMessagesQuery,
  ChatPath,
  ChatQuestion,
  ChatQuestionsQuery,
  ChatRequest,
  NewHandover,
} from './schemas.ts'
import { awaitAnswer, resumeAnswer, streamAnswer } from './stream-answer.ts'
import { newUiMessageWriter, UI_MESSAGE_STREAM_HEADERS } from './ui-message-stream.ts'

const tags = ['Chat']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** A ticket's number can't be claimed in the transaction of an Idempotency-Key; a second handover returns the first. */
const handoverConfig = { ...config, idempotency: 'none' } as const satisfies RouteConfig

export const chatRoutes: Routes = async (app) => {
  app.post(
    '/chat',
    {
      // An answer can't be stored with a key before it is streamed: `clientMessageId` makes retries safe.
      config: { ...config, limit: 'chat', idempotency: 'none', timeoutMs: TURN_TIMEOUT_MS + 10_000 },
      // The AI SDK sends the whole conversation each time.
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'chat.send',
        tags,
        summary: 'Send a message to the assistant',
        description:
          'Returns the answer as JSON, or as server-sent events in the UI message stream format of the AI SDK if `stream` is true or you accept `text/event-stream`. Disconnecting stops the answer, unless it is `resumable`. While another answer is being written, the response is 409 `turn_in_progress`. Retry with the same `clientMessageId`.',
        body: ChatRequest,
        response: { 200: ChatAnswer },
      },
    },
    async (request, reply) => {
      const { ctx, body, headers } = request
      const message = await toIncomingMessage(ctx, body)
      const pending = openAnswer(ctx, message)
      const opened = pending instanceof Promise ? await pending : pending
      const isResumable = body.resumable ?? false
      // Only the AI SDK sends a trigger, and it reads streams only.
      const isStream = body.stream ?? (body.trigger !== undefined || acceptsStream(headers.accept))
      if (!isStream) return awaitAnswer(request, reply, opened, isResumable)
      const format = { newWriter: newUiMessageWriter, headers: UI_MESSAGE_STREAM_HEADERS }
      return streamAnswer(request, reply, opened, { isResumable, ...format }) as never
    },
  )

  app.get(
    '/chat',
    {
      config,
      schema: {
        operationId: 'chat.list',
        tags,
        summary: 'List conversations',
        description: 'Returns conversations by their last message, newest first. Live ones have the status `open`.',
        querystring: ChatConversationsQuery,
        response: { 200: Page(ChatConversation) },
      },
    },
    ({ ctx, query }) => listConversations(ctx, query),
  )

  app.get(
    '/chat/questions',
    {
      config,
      schema: {
        operationId: 'chat.questions',
        tags,
        summary: 'List unanswered questions',
        description:
          'Returns what the assistant did not know, asked back about or handed over, newest first: ideas for articles.',
        querystring: ChatQuestionsQuery,
        response: { 200: Page(ChatQuestion) },
      },
    },
    ({ ctx, query }) => listQuestions(ctx, query),
  )

  app.get(
    '/chat/:id',
    {
      config,
      schema: {
        operationId: 'chat.get',
        tags,
        summary: 'Get a conversation',
        description: 'Returns the conversation with its last messages, including those of your team.',
        params: ChatPath,
        response: { 200: ChatHistory },
      },
    },
    ({ ctx, params }) => getHistory(ctx, params.id),
  )

  app.patch(
    '/chat/:id',
    {
      config,
      schema: {
        operationId: 'chat.update',
        tags,
        summary: 'Close or reopen a conversation',
        description: 'A new message reopens a closed conversation.',
        params: ChatPath,
        body: ChatConversationChanges,
        response: { 200: ChatConversation },
      },
    },
    ({ ctx, params, body }) => updateConversation(ctx, params.id, body),
  )

  app.get(
    '/chat/:id/messages',
    {
      config,
      schema: {
        operationId: 'chat.messages',
        tags,
        summary: 'List the messages of a conversation',
        description: 'Returns messages newest first.',
        params: ChatPath,
        querystring: ChatMessagesQuery,
        response: { 200: Page(ChatMessage) },
      },
    },
    ({ ctx, params, query }) => listMessages(ctx, params.id, query),
  )

  app.get(
    '/chat/:id/stream',
    {
      config,
      // A stream has no headers worth asking for.
      exposeHeadRoute: false,
      schema: {
        operationId: 'chat.resume',
        tags,
        summary: 'Resume the stream of an answer',
        description:
          'Streams the answer that is being written from its start, in the format of `POST /v1/chat`. 204 if there is none: then read the conversation.',
        params: ChatPath,
        response: {
          200: Type.Unknown({ description: 'Server-sent events.' }),
          204: Type.Null({ description: 'No answer is being written.' }),
        },
      },
    },
    (request, reply) => resumeAnswer(request, reply, request.params.id),
  )

  app.post(
    '/chat/:id/stop',
    {
      config,
      schema: {
        operationId: 'chat.stop',
        tags,
        summary: 'Stop the answer that is being written',
        description: 'What exists of the answer is stored with the status `stopped`. Does nothing if there is none.',
        params: ChatPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await stopAnswer(ctx, params.id)
      reply.code(204)
      return null
    },
  )

  app.post(
    '/chat/:id/handover',
    {
      config: handoverConfig,
      schema: {
        operationId: 'chat.handOver',
        tags,
        summary: 'Hand a conversation over to a person',
        description:
          'Creates a ticket with the summary and the transcript. From then on the assistant is silent, messages go to the ticket, and replies on the ticket appear in the conversation. Returns the same ticket again if a person owns the conversation already.',
        params: ChatPath,
        body: NewHandover,
        response: { 200: ChatHandover },
      },
    },
    ({ ctx, params, body }) => requestHandover(ctx, params.id, body),
  )

  app.post(
    '/chat/:id/takeover',
    {
      config: handoverConfig,
      schema: {
        operationId: 'chat.takeOver',
        tags,
        summary: 'Take a conversation over',
        description:
          'Like a handover, for the team: an answer that the assistant is writing is dropped, and the ticket is assigned to the member who takes over.',
        params: ChatPath,
        response: { 200: ChatHandover },
      },
    },
    ({ ctx, params }) => takeOver(ctx, params.id),
  )

  app.post(
    '/chat/:id/handback',
    {
      config,
      schema: {
        operationId: 'chat.handBack',
        tags,
        summary: 'Hand a conversation back to the assistant',
        description: 'The assistant answers again from the next message on. The ticket stays as it is.',
        params: ChatPath,
        response: { 200: ChatConversation },
      },
    },
    ({ ctx, params }) => handBack(ctx, params.id),
  )

  app.post(
    '/chat/:id/feedback',
    {
      config,
      schema: {
        operationId: 'chat.rate',
        tags,
        summary: 'Rate an answer or a conversation',
        description: 'The last rating counts.',
        params: ChatPath,
        body: ChatFeedback,
        response: { 200: ChatConversation },
      },
    },
    ({ ctx, params, body }) => rateConversation(ctx, params.id, body),
  )
}

const acceptsStream = (accept = ''): boolean => accept.includes('text/event-stream')

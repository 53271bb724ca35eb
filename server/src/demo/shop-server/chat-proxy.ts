import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../kit/errors.ts'
import { pick } from './pick.ts'

const routeOptions = { config: { publicLimit: 'chat' } } as const
/** The widget looks for a person's replies every few seconds. */
const readOptions = { config: { publicLimit: 'page' } } as const

/** What a visitor may say: everything else is the shop's to decide. */
const REQUEST_FIELDS = ['conversationId', 'clientMessageId', 'message', 'visitorId', 'cartId', 'locale']
/** What a visitor may see of a message: not the tools, their cost or the shop's own records. */
const MESSAGE_FIELDS = ['id', 'role', 'text', 'status', 'citations', 'cards', 'suggestions', 'authorName', 'createdAt']
const RESPONSE_HEADERS = [
  'content-type',
  'cache-control',
  'retry-after',
  'x-accel-buffering',
  'x-vercel-ai-ui-message-stream',
]

interface ConversationRoute {
  Params: { id: string }
}

type Fields = Record<string, unknown>

/** The chat of the demo shop: `/v1/chat` with the shop's key. The ID of a conversation is the visitor's secret. */
export function serveChatProxy(app: FastifyInstance, getKey: () => string): void {
  const call = (request: FastifyRequest, path: string, init: RequestInit = {}) => {
    const { localAddress = '127.0.0.1', localPort } = request.socket
    const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
    const headers = { authorization: `Bearer ${getKey()}`, ...(init.body && { 'content-type': 'application/json' }) }
    return fetch(`http://${host}:${localPort}/v1/chat${path}`, { ...init, headers: { ...headers, ...init.headers } })
  }

  app.post<{ Body: unknown }>('/shop/api/chat', routeOptions, async (request, reply) => {
    const body = { ...pick(request.body, REQUEST_FIELDS), stream: true, resumable: true, channel: 'widget' }
    return forward(reply, (signal) => call(request, '', { method: 'POST', body: JSON.stringify(body), signal }))
  })

  app.get<ConversationRoute>('/shop/api/chat/:id', readOptions, async (request, reply) => {
    const response = await call(request, pathOf(request))
    if (!response.ok) return forward(reply, async () => response)
    const { owner, answering, messages } = (await response.json()) as Fields & { messages: Fields[] }
    return { owner, answering, messages: messages.map((message) => pick(message, MESSAGE_FIELDS)) }
  })

  app.get<ConversationRoute>('/shop/api/chat/:id/stream', readOptions, (request, reply) =>
    forward(reply, (signal) => call(request, `${pathOf(request)}/stream`, { signal })),
  )

  for (const action of ['stop', 'handover']) {
    app.post<ConversationRoute>(`/shop/api/chat/:id/${action}`, routeOptions, (request, reply) =>
      forward(reply, (signal) => call(request, `${pathOf(request)}/${action}`, { method: 'POST', body: '{}', signal })),
    )
  }
}

/** Only IDs of conversations: `/v1/chat/questions` and others are for staff. */
const CONVERSATION_ID = /^conv_[0-9a-z]{26}$/

function pathOf({ params: { id } }: FastifyRequest<ConversationRoute>): string {
  if (!CONVERSATION_ID.test(id)) throw notFound('conversation', id)
  return `/${id}`
}

/** Passes a response on as it arrives. When the visitor leaves, so do we. */
async function forward(reply: FastifyReply, send: (signal: AbortSignal) => Promise<Response>): Promise<FastifyReply> {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const response = await send(leaving.signal)
  // The visitor has no key: theirs is not the one that is wrong.
  if (response.status === 401) throw new AppError('unavailable', 'The chat is closed.')
  for (const name of RESPONSE_HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  const body = response.body && Readable.fromWeb(response.body as ReadableStream)
  // Leaving ends the stream with an error that is none.
  body?.once('error', () => reply.raw.destroy())
  return reply.code(response.status).send(body)
}

import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { Window } from 'happy-dom'
import OpenAI from 'openai'
import { act, createElement } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct } from '../../../test/sample-products.ts'

/** Other people's clients, as they are published. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const QUESTION = 'Can you tune a zither?'
const transport = () =>
  new DefaultChatTransport({
    api: `${shop.server.url}/v1/chat`,
    headers: { authorization: `Bearer ${shop.liveKey}` },
  })
const textOf = ({ parts }: UIMessage) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
const historyOf = async (id: string) => (await shop.api.get(`/v1/chat/${id}`)).body

describe('the AI SDK', () => {
  it('reads an answer with its transport, and resumes nothing afterwards', async () => {
    const chatId = 'made-up-by-the-client'
    const chunks = await transport().sendMessages({
      trigger: 'submit-message',
      chatId,
      messageId: undefined,
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
      abortSignal: undefined,
    })
    let message: UIMessage | undefined
    for await (const partial of readUIMessageStream({ stream: chunks })) message = partial
    const { id, messages } = await historyOf(chatId)
    expect(message?.id).toBe(messages[1].id)
    expect(message && textOf(message)).toBe(messages[1].text)
    expect(message?.metadata).toMatchObject({ conversationId: id, engine: { kind: 'embedded' } })
    expect(message?.parts).toContainEqual({
      type: 'data-status',
      id: 'status',
      data: { status: messages[1].status },
    })
    expect(await transport().reconnectToStream({ chatId })).toBeNull()
  })

  it('gets the tools, cards and sources of an answer as parts', async () => {
    await addProduct(shop.api, { title: 'Blue jug', status: 'active' })
    const chunks = await transport().sendMessages({
      trigger: 'submit-message',
      chatId: 'asks-for-a-blue-jug',
      messageId: undefined,
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Do you have a blue jug?' }] }],
      abortSignal: undefined,
    })
    let message: UIMessage | undefined
    for await (const partial of readUIMessageStream({ stream: chunks })) message = partial
    const parts = message?.parts ?? []
    expect(parts).toContainEqual(
      expect.objectContaining({ type: 'dynamic-tool', toolName: 'search_catalog', state: 'output-available' }),
    )
    const { cards, citations } = (await historyOf('asks-for-a-blue-jug')).messages[1]
    expect(cards).toMatchObject([{ kind: 'product', product: { title: 'Blue jug' } }])
    expect(parts.filter(({ type }) => type === 'data-card').map((part) => 'data' in part && part.data)).toEqual(cards)
    expect(parts.filter(({ type }) => type.startsWith('source-'))).toHaveLength(citations.length)
  })

  it('chats through useChat: messages, another answer to the same question, and errors', async () => {
    const window = new Window()
    vi.stubGlobal('window', window)
    vi.stubGlobal('document', window.document)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const { createRoot } = await import('react-dom/client')
    let chat: ReturnType<typeof useChat> | undefined
    const Chat = () => {
      chat = useChat({ transport: transport() })
      return createElement('p', null, chat.messages.map(textOf).join('|'))
    }
    const current = () => {
      if (!chat) throw new Error('The hook has not run')
      return chat
    }
    const element = window.document.createElement('div')
    const root = createRoot(element as unknown as Element)
    await act(async () => root.render(createElement(Chat)))
    await act(async () => current().sendMessage({ text: QUESTION }))
    await act(async () => current().sendMessage({ text: 'And a harp?' }))
    expect(current().status).toBe('ready')
    const { messages } = await historyOf(current().id)
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'customer',
      'assistant',
      'customer',
      'assistant',
    ])
    expect(element.textContent).toBe(messages.map(({ text }: { text: string }) => text).join('|'))

    await act(async () => current().regenerate())
    const after = (await historyOf(current().id)).messages
    expect(after).toHaveLength(4)
    expect(after[3].id).not.toBe(messages[3].id)
    expect(current().messages).toHaveLength(4)

    await act(async () => current().sendMessage({ text: 'a'.repeat(4001) }))
    expect([current().status, current().error?.message]).toEqual(['error', expect.stringContaining('too long')])
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  })
})

describe('the OpenAI client', () => {
  const client = () => new OpenAI({ baseURL: `${shop.server.url}/v1`, apiKey: shop.liveKey, maxRetries: 0 })
  const model = 'storedesk-assistant'

  it('completes, streams and continues a conversation', async () => {
    const list = await client().models.list()
    expect(list.data.map(({ id }) => id)).toEqual([model])
    const first = (await client().chat.completions.create({
      model,
      user: 'visitor-1',
      messages: [
        { role: 'system', content: 'You are a pirate.' },
        { role: 'user', content: QUESTION },
      ],
    })) as OpenAI.ChatCompletion & { conversation_id: string }
    const { messages, visitorId, channel } = await historyOf(first.conversation_id)
    expect([visitorId, channel]).toEqual(['visitor-1', 'openai'])
    expect(first.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: messages[1].text } })

    const stream = await client().chat.completions.create({
      model,
      stream: true,
      stream_options: { include_usage: true },
      metadata: { conversation_id: first.conversation_id },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'And a harp?' }] }],
    })
    let text = ''
    let usage: OpenAI.CompletionUsage | null | undefined
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      usage = chunk.usage ?? usage
    }
    const { messages: all } = await historyOf(first.conversation_id)
    expect([all[2].text, all[3].text]).toEqual(['And a harp?', text])
    expect(usage?.total_tokens).toBe(0)
  })

  it('gets errors that it understands', async () => {
    const messages = [{ role: 'user', content: QUESTION }] as const
    const create = (more: object) => client().chat.completions.create({ model, messages: [...messages], ...more })
    await expect(create({ model: 'gpt-5' })).rejects.toThrow(OpenAI.NotFoundError)
    await expect(create({ messages: [] })).rejects.toThrow(OpenAI.BadRequestError)
    const unknown = { metadata: { conversation_id: 'conv_00000000000000000000000000' } }
    await expect(create(unknown)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    const stranger = new OpenAI({ baseURL: `${shop.server.url}/v1`, apiKey: 'svc_live_wrong', maxRetries: 0 })
    await expect(stranger.chat.completions.create({ model, messages: [...messages] })).rejects.toMatchObject({
      status: 401,
      type: 'authentication_error',
    })
  })
})

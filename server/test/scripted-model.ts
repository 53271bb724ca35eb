import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Shop } from './open-shop.ts'

/** A request to the model, which the test answers piece by piece. */
export interface ModelCall {
  messages: { role: string; content: unknown }[]
  say(text: string): void
  finish(): void
  /** Resolves when the server stops listening. */
  closed: Promise<void>
}

export interface ScriptedModel {
  url: string
  /** The next request that nobody has taken. */
  next(): Promise<ModelCall>
}

/** A language model that speaks the OpenAI protocol over a real socket, and says what the test tells it to. */
export async function openScriptedModel(): Promise<ScriptedModel> {
  const calls: ModelCall[] = []
  const waiting: ((call: ModelCall) => void)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = newCall(JSON.parse(Buffer.concat(chunks).toString()), response)
    const taker = waiting.shift()
    if (taker) taker(call)
    else calls.push(call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    next: async () => calls.shift() ?? new Promise((resolve) => waiting.push(resolve)),
  }
}

function newCall({ messages }: Pick<ModelCall, 'messages'>, response: ServerResponse): ModelCall {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: object[], more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`,
    )
  send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])
  return {
    messages,
    say: (content) => void send([{ index: 0, delta: { content }, finish_reason: null }]),
    finish() {
      send([{ index: 0, delta: {}, finish_reason: 'stop' }])
      send([], { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })
      response.end('data: [DONE]\n\n')
    },
    closed: new Promise((resolve) => response.once('close', () => resolve())),
  }
}

/** The shop's assistant answers with this model from now on. */
export async function useModel({ api }: Pick<Shop, 'api'>, { url }: ScriptedModel): Promise<void> {
  const model = { provider: 'openai', url, name: 'scripted', key: 'secret of the model' }
  const { status, body } = await api.send('PUT', '/v1/assistant/settings', { engine: 'model', model })
  if (status !== 200) throw new Error(`The model was not accepted: ${JSON.stringify(body)}`)
}

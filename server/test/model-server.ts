import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** What the server does with one request. */
export interface ScriptedReply {
  /** Waits for it before the first byte. */
  after?: Promise<unknown>
  /** An error instead of an answer. */
  status?: number
  text?: string | string[]
  toolCalls?: { name: string; input: unknown }[]
  usage?: { input: number; output: number }
  /** How it ends after its text: `hang` never ends, `endless` never stops writing. */
  end?: 'normal' | 'disconnect' | 'hang' | 'endless'
  /** Sent in place of everything else. */
  raw?: string
  headers?: Record<string, string>
}

interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
  body: any
  /** Resolves when the client closes the connection before the answer is complete. */
  aborted: Promise<unknown>
}

export interface ModelServer {
  url: string
  requests: ReceivedRequest[]
  /** The next requests get these replies, in order. */
  script(...replies: ScriptedReply[]): void
  close(): void
}

/** A provider of language models on this machine. It speaks both protocols, each at its path, and does what tests say. */
export async function openModelServer(): Promise<ModelServer> {
  const requests: ReceivedRequest[] = []
  let replies: ScriptedReply[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const reply = replies.shift() ?? { status: 500 }
    // Registered before anything is sent: the client may leave at once.
    const aborted = once(response, 'close')
    requests.push({ path: request.url ?? '', headers: request.headers, body, aborted })
    await reply.after
    const protocol = request.url?.endsWith('/messages') ? anthropic : openai
    await respond(response, reply, protocol)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...next) => {
      requests.length = 0
      replies = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function* repeat(chunk: string): Generator<string> {
  for (;;) yield chunk
}

interface Protocol {
  start(inputTokens: number): string
  text(delta: string): string
  toolCalls(calls: { name: string; input: unknown }[]): string
  finish(hasTools: boolean, usage: { input: number; output: number }): string
}

async function respond(response: ServerResponse, reply: ScriptedReply, protocol: Protocol): Promise<void> {
  const { status = 200, text: content = '', toolCalls = [], usage = { input: 100, output: 10 }, end = 'normal' } = reply
  if (status !== 200) {
    response.writeHead(status, { 'content-type': 'application/json', ...reply.headers })
    response.end(
      JSON.stringify({ error: { type: 'error', message: `sk-secret-of-the-shop is not welcome (${status})` } }),
    )
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (reply.raw !== undefined) return void response.end(reply.raw)
  response.write(protocol.start(usage.input))
  for (const delta of [content].flat()) response.write(protocol.text(delta))
  if (end === 'disconnect') return void setImmediate(() => response.destroy())
  if (end === 'hang') return
  if (end === 'endless') {
    // Only as fast as the client reads.
    pipeline(Readable.from(repeat(protocol.text('And so on '))), response, () => {})
    return
  }
  if (toolCalls.length > 0) response.write(protocol.toolCalls(toolCalls))
  response.end(protocol.finish(toolCalls.length > 0, usage))
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish: string | null = null) =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'small',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

const openai: Protocol = {
  start: () => chunk({ role: 'assistant', content: '' }),
  text: (delta) => chunk({ content: delta }),
  toolCalls: (calls) =>
    chunk({
      tool_calls: calls.map(({ name, input }, index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
      })),
    }),
  finish: (hasTools, { input, output }) =>
    [
      chunk({}, hasTools ? 'tool_calls' : 'stop'),
      data({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'small',
        choices: [],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      }),
      'data: [DONE]\n\n',
    ].join(''),
}

const event = (type: string, more: object): string => `event: ${type}\n${data({ type, ...more })}`

const anthropic: Protocol = {
  start: (inputTokens) =>
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'small',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 1 },
      },
    }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  text: (delta) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: delta } }),
  toolCalls: (calls) =>
    calls
      .map(
        ({ name, input }, position) =>
          event('content_block_start', {
            index: position + 1,
            content_block: { type: 'tool_use', id: `toolu_${position}`, name, input: {} },
          }) +
          event('content_block_delta', {
            index: position + 1,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
          }) +
          event('content_block_stop', { index: position + 1 }),
      )
      .join(''),
  finish: (hasTools, { output }) =>
    event('content_block_stop', { index: 0 }) +
    event('message_delta', {
      delta: { stop_reason: hasTools ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: output },
    }) +
    event('message_stop', {}),
}

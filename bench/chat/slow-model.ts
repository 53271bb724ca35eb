import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowModel {
  url: string
  close(): void
}

/** A model on this machine that speaks the OpenAI protocol and writes one sentence after another. */
export async function openSlowModel(sentences: readonly string[], delayMs: number): Promise<SlowModel> {
  const server = createServer(async (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta: object, reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({
          id: 'c',
          object: 'chat.completion.chunk',
          created: 1,
          model: 'bench',
          choices: [{ index: 0, delta, finish_reason: reason }],
        })}\n\n`,
      )
    send({ role: 'assistant', content: '' })
    for (const sentence of sentences) {
      await sleep(delayMs)
      if (response.destroyed) return
      send({ content: sentence })
    }
    send({}, 'stop')
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

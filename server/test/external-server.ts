import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface ExternalServer {
  url: string
  requests: { path: string; headers: IncomingHttpHeaders; body: string }[]
}

/** A third-party server on this machine: records its requests and responds as the test says. */
export async function openExternalServer(
  respond: (response: ServerResponse, body: string) => void,
): Promise<ExternalServer> {
  const requests: ExternalServer['requests'] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    respond(response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/quote`, requests }
}

export const respondJson = (body: unknown) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

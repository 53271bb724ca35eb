import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createClient } from './client.ts'
import type { ClientOptions } from './transport.ts'

/**
 * Stands in for the Storedesk server, which is outside the SDK: real HTTP over a real socket, with scripted replies.
 */

type Reply = (response: ServerResponse, request: IncomingMessage) => unknown

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** Sends the scripted replies in order; the last one repeats. */
export async function openFakeServer(...script: Reply[]) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const turn = Math.min(received.length, script.length - 1)
    const { method = '', url = '', headers } = request
    const entry = { method, url, headers, body: '' }
    received.push(entry)
    entry.body = await text(request)
    await script[turn]?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const errorReply = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json(status, { error: { code, message: `It is ${code}.`, requestId: 'req_1' } }, headers)

export const html =
  (status: number, page: string): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(page)

export const reset: Reply = (response) => response.destroy()

export const noReply: Reply = () => undefined

/** Announces more bytes than it sends, then disconnects. */
export const truncatedReply: Reply = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    .write('{"id":', () => response.destroy())
}

/** A client that records its waits instead of sleeping; its jitter is always 0.5. */
export async function openShop(script: Reply[], options: Partial<ClientOptions> = {}) {
  const server = await openFakeServer(...script)
  const waitsMs: number[] = []
  const clock = { sleep: async (waitMs: number) => void waitsMs.push(waitMs), random: () => 0.5 }
  const storedesk = createClient<ShopPaths>({ baseUrl: server.baseUrl, apiKey: 'svc_test_1', ...options }, clock)
  return { ...server, storedesk, waitsMs }
}

interface Json<Body> {
  content: { 'application/json': Body }
}

/** A small document as openapi-typescript writes it, covering features that the real one lacks so far. */
export interface ShopPaths {
  '/v1/things': {
    get: {
      parameters: { query?: { limit?: number; cursor?: string; color?: 'red' | 'blue' } }
      requestBody?: never
      responses: { 200: Json<{ data: { id: string }[]; nextCursor: string | null }> }
    }
    post: {
      parameters: { query?: never }
      requestBody: Json<{ name: string }>
      responses: { 201: Json<{ id: string }> }
    }
    patch?: never
  }
  '/v1/things/{id}': {
    get: { parameters: { path: { id: string } }; requestBody?: never; responses: { 200: Json<{ id: string }> } }
    put: {
      parameters: { path: { id: string } }
      requestBody?: Json<{ name: string }>
      responses: { 200: Json<{ id: string }> }
    }
    patch: {
      parameters: { path: { id: string } }
      requestBody: Json<{ name?: string }>
      responses: { 200: Json<{ id: string }> }
    }
    delete: { parameters: { path: { id: string } }; requestBody?: never; responses: { 204: { content?: never } } }
  }
  '/v1/rates': {
    get: {
      parameters: { query: { country: string } }
      requestBody?: never
      responses: { 200: Json<{ price: number }> }
    }
  }
}

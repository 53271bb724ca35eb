import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { finalHeaders } from './finalise.ts'

export interface EventStream {
  send(event: string, data: unknown): void
  end(): void
  /** Ends when the client has gone. */
  closed: Promise<void>
}

/** Server-sent events. The answer leaves Fastify's hands here, so its headers are written here, by the same function as all. */
export function openStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { raw } = reply
  reply.headers(finalHeaders(request.id, request.limitState))
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.flushHeaders()
  return {
    send: (event, data) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void raw.end(),
    closed: new Promise((resolve) => raw.once('close', resolve)),
  }
}

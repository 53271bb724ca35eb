import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../ctx.ts'
import { responseHeaders } from './response-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: Set<EventStream>
    /** Whose access has ended lately, and when (`performance.now()`). */
    accessRevocations: Map<string, number>
  }
}

export interface EventStream {
  /** The key or the person that it was opened for; nobody in particular for a visitor. */
  ownerId: string | undefined
  send(event: string, data: unknown): void
  end(): void
}

const MAX_UNREAD_BYTES = 1_048_576

/** A server that stops ends its streams first: nobody else would, and it would wait for their clients to go. */
export function closeStreamsOnShutdown(app: FastifyInstance): void {
  const streams = new Set<EventStream>()
  app.decorate('openStreams', streams)
  app.decorate('accessRevocations', new Map())
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
}

/** Server-sent events. The answer leaves Fastify's hands here, so its headers are written here, by the same function as all. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { raw } = reply
  reply.headers(responseHeaders(request.id, request.limitState))
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  // Its connection ends with it: kept alive, it would keep a stopping server from stopping.
  raw.shouldKeepAlive = false
  // Quiet for as long as nothing happens; `send` sees to clients that do not read.
  raw.socket?.setTimeout(0)
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.flushHeaders()
  const stream: EventStream = {
    ownerId: ownerIdOf(request.ctx.caller),
    send(event, data) {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      // A client that does not read must not fill our memory.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    },
    end: () => void raw.end(),
  }
  request.server.openStreams.add(stream)
  // Ended while the request was on its way to here: nobody would end this stream any more.
  const revokedMs = request.server.accessRevocations.get(stream.ownerId ?? '') ?? 0
  if (revokedMs > performance.now() - reply.elapsedTime) stream.end()
  raw.once('close', () => request.server.openStreams.delete(stream))
  return stream
}

function ownerIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'key') return caller.keyId
  return caller.kind === 'member' ? caller.userId : undefined
}

import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../ctx.ts'
import { responseHeaders } from './response-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: Set<EventStream>
    /** Owners whose access was revoked recently, and when (`performance.now()`). */
    accessRevocations: Map<string, number>
  }
}

export interface EventStream {
  /** The key or person that opened it; undefined for a visitor. */
  ownerId: string | undefined
  send(event: string, data: unknown): void
  end(): void
}

const MAX_UNREAD_BYTES = 1_048_576

/** A stopping server ends its streams first: otherwise it would wait for their clients to leave. */
export function closeStreamsOnShutdown(app: FastifyInstance): void {
  const streams = new Set<EventStream>()
  app.decorate('openStreams', streams)
  app.decorate('accessRevocations', new Map())
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
}

/**
 * Server-sent events. The response leaves Fastify here, so its headers are written here, by the same function as all
 * others.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  ownerId: string | undefined = ownerIdOf(request.ctx.caller),
): EventStream {
  const { raw } = reply
  reply.headers(responseHeaders(request.id, request.limitState))
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  // The connection closes with the stream: kept alive, it would delay a shutdown.
  raw.shouldKeepAlive = false
  // A stream may be idle indefinitely; `send` handles clients that do not read.
  raw.socket?.setTimeout(0)
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.flushHeaders()
  const stream: EventStream = {
    ownerId,
    send(event, data) {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      // A client that does not read must not fill our memory.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    },
    end: () => void raw.end(),
  }
  request.server.openStreams.add(stream)
  // Access was revoked while the request was on its way here: nobody else would close this stream.
  const revokedMs = request.server.accessRevocations.get(ownerId ?? '') ?? 0
  if (revokedMs > performance.now() - reply.elapsedTime) stream.end()
  raw.once('close', () => request.server.openStreams.delete(stream))
  return stream
}

function ownerIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'key') return caller.keyId
  return caller.kind === 'member' ? caller.userId : undefined
}

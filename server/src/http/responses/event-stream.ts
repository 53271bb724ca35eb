import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../ctx.ts'
import { responseHeaders } from './response-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    openStreams: Set<OpenStream>
    /** Owners whose access was revoked recently, and when (`performance.now()`). */
    accessRevocations: Map<string, number>
  }
}

interface OpenStream {
  /** The key or person that opened it; undefined for a visitor. */
  ownerId: string | undefined
  /** The server ends it: it is complete, or the owner has lost access. */
  end(): void
}

export interface EventStream extends OpenStream {
  send(event: string, data: unknown): void
}

/** Events without a name, as chat clients expect them. */
export interface DataStream extends OpenStream {
  /** Text is sent as it is. */
  send(data: object | string): void
  /** Calls back once nobody reads any more: `hasLeft` if the client disconnected before the server ended the stream. */
  onClose(listener: (hasLeft: boolean) => void): void
}

const MAX_UNREAD_BYTES = 1_048_576
/** Proxies close connections that are idle for 30 to 60 seconds. */
export const HEARTBEAT_MS = 15_000

/** A stopping server ends its streams first: otherwise it would wait for their clients to leave. */
export function closeStreamsOnShutdown(app: FastifyInstance): void {
  const streams = new Set<OpenStream>()
  app.decorate('openStreams', streams)
  app.decorate('accessRevocations', new Map())
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })
}

/** Server-sent events with names. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply, ownerId?: string): EventStream {
  const { write, ...stream } = openStream(request, reply, ownerId ?? ownerIdOf(request.ctx.caller), {})
  return { ...stream, send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) }
}

/** Server-sent events without names, with a comment as heartbeat. */
export function openDataStream(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string> = {},
): DataStream {
  const { write, ...stream } = openStream(request, reply, ownerIdOf(request.ctx.caller), headers)
  const heartbeat = setInterval(() => write(': ping\n\n'), HEARTBEAT_MS)
  reply.raw.once('close', () => clearInterval(heartbeat))
  return {
    ...stream,
    send: (data) => write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`),
    onClose: (listener) => void reply.raw.once('close', () => listener(!reply.raw.writableEnded)),
  }
}

/** The response leaves Fastify here, so its headers are written here, by the same function as all others. */
function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  ownerId: string | undefined,
  headers: Record<string, string>,
): OpenStream & { write(text: string): void } {
  const { raw } = reply
  reply.headers(responseHeaders(request.id, request.limitState))
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', ...headers })
  // The connection closes with the stream: kept alive, it would delay a shutdown.
  raw.shouldKeepAlive = false
  // A stream may be idle indefinitely; `write` handles clients that do not read.
  raw.socket?.setTimeout(0)
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  raw.flushHeaders()
  const stream: OpenStream = { ownerId, end: () => void raw.end() }
  request.server.openStreams.add(stream)
  // Access was revoked while the request was on its way here: nobody else would close this stream.
  const revokedMs = request.server.accessRevocations.get(ownerId ?? '') ?? 0
  if (revokedMs > performance.now() - reply.elapsedTime) stream.end()
  raw.once('close', () => request.server.openStreams.delete(stream))
  return {
    ...stream,
    write(text) {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(text)
      // A client that does not read must not fill our memory.
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
    },
  }
}

function ownerIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'key') return caller.keyId
  return caller.kind === 'member' ? caller.userId : undefined
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '../../kit/errors.ts'
import { endWithError, formatRawErrorResponse, type LimitState } from '../responses/response-headers.ts'
import type { Exchange, Exchanges } from './pipelining.ts'

interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/** Remaining quota of this address. */
export type PeekLimit = (ip: string) => Promise<LimitState | undefined>

/** Requests that Node would reject before Fastify sees them get the same responses as all others. */
export function handleParserErrors(server: Server, exchanges: Exchanges, peekLimit: PeekLimit): void {
  // Replaces Fastify's own handler, which does not set our headers.
  server.removeAllListeners('clientError')
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const last = exchanges.get(socket)
    // The last request is incomplete and others wait before it: the client would take this response for theirs.
    const isTooEarly = last?.request?.complete === false && last.waiting > 0
    if (error.code === 'ECONNRESET' || isResponding(last) || isTooEarly) return void socket.destroy()
    const respond = () => void sendRawError(peekLimit, socket, ...toErrorCode(error))
    // Earlier requests on this connection are answered first: clients match responses by order alone.
    if (last?.request?.complete && !last.response?.writableFinished) last.response?.once('finish', respond)
    else respond()
  })
  server.on('checkExpectation', async (request, response) => {
    const error = new AppError('expectation_failed', 'Only "Expect: 100-continue" is supported.')
    endWithError(response, error, await peekLimit(request.socket.remoteAddress ?? ''), { connection: 'close' })
  })
  server.on('connect', (_request, socket: Socket) => {
    void sendRawError(peekLimit, socket, 'method_not_allowed', 'This server is not a proxy.')
  })
}

/**
 * The response is unfinished, or began before its request was complete: the client would take more bytes for a part of
 * it.
 */
const isResponding = (last: Exchange | undefined): boolean | undefined =>
  last?.response?.headersSent && !(last.request?.complete && last.response.writableFinished)

function toErrorCode({ code, rawPacket, bytesParsed }: ParserError): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers_too_large', 'The URL and headers together must have at most 16 kB.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['request_timeout', 'The request did not arrive in time. Try again.']
  if (code === 'HPE_INVALID_METHOD' && /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/.test(malformedPart(rawPacket, bytesParsed))) {
    return ['method_not_implemented', 'Unknown HTTP method.']
  }
  return ['malformed_request', 'This is not a valid HTTP request.']
}

/** A packet may contain valid requests before the malformed one. */
function malformedPart(packet: Buffer | undefined, bytesParsed = 0): string {
  const text = packet?.toString('latin1') ?? ''
  const end = text.lastIndexOf('\r\n\r\n', bytesParsed)
  return end < 0 ? text : text.slice(end + 4)
}

const REASON_PHRASES: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'Bad Request',
  method_not_allowed: 'Method Not Allowed',
  request_timeout: 'Request Timeout',
  headers_too_large: 'Request Header Fields Too Large',
  method_not_implemented: 'Not Implemented',
}

async function sendRawError(
  peekLimit: PeekLimit,
  socket: Socket | null,
  code: ErrorCode,
  message: string,
): Promise<void> {
  const limitState = await peekLimit(socket?.remoteAddress ?? '')
  if (!socket?.writable) return void socket?.destroy()
  socket.end(formatRawErrorResponse(new AppError(code, message), REASON_PHRASES[code] ?? 'Error', limitState))
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '../../kit/errors.ts'
import {
  errorBody,
  formatRawErrorResponse,
  type LimitState,
  newRequestId,
  responseHeaders,
} from '../responses/response-headers.ts'
import type { Exchange, Exchanges } from './pipelining.ts'

interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/** What may still be asked from this address. */
export type PeekLimit = (ip: string) => Promise<LimitState | undefined>

/** Requests that Node would refuse by itself, before Fastify hears of them, are answered as all others are. */
export function handleParserErrors(server: Server, exchanges: Exchanges, peekLimit: PeekLimit): void {
  // In place of Fastify's own handler, which knows nothing of our headers.
  server.removeAllListeners('clientError')
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const last = exchanges.get(socket)
    // The last request is incomplete and others wait before it: this answer would be taken for theirs.
    const isTooEarly = last?.request?.complete === false && last.waiting > 0
    if (error.code === 'ECONNRESET' || isResponding(last) || isTooEarly) return void socket.destroy()
    const respond = () => void sendRawError(peekLimit, socket, ...toErrorCode(error))
    // What came before on this connection is answered first: answers are told apart by their order alone.
    if (last?.request?.complete && !last.response?.writableFinished) last.response?.once('finish', respond)
    else respond()
  })
  server.on('checkExpectation', async (request, response) => {
    const requestId = newRequestId()
    const error = new AppError('expectation_failed', 'Only "Expect: 100-continue" is understood.')
    const body = JSON.stringify(errorBody(error, requestId))
    response.writeHead(error.status, {
      ...responseHeaders(requestId, await peekLimit(request.socket.remoteAddress ?? '')),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
  server.on('connect', (_request, socket: Socket) => {
    void sendRawError(peekLimit, socket, 'method_not_allowed', 'This server is not a proxy.')
  })
}

/** An answer that has begun, or belongs to what is left of this very request: more would be taken for a part of it. */
const isResponding = (last: Exchange | undefined): boolean | undefined =>
  last?.response?.headersSent && !(last.request?.complete && last.response.writableFinished)

function toErrorCode({ code, rawPacket, bytesParsed }: ParserError): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers_too_large', 'Address and headers may have at most 16 kB together.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['request_timeout', 'The request did not arrive in time.']
  if (code === 'HPE_INVALID_METHOD' && /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/.test(malformedPart(rawPacket, bytesParsed))) {
    return ['method_not_implemented', 'This HTTP method is not known.']
  }
  return ['malformed_request', 'This is not a valid HTTP request.']
}

/** A packet may hold good requests before the one at fault. */
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

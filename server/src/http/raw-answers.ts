import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '../kit/errors.ts'
import { rawErrorAnswer } from './finalise.ts'

interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Requests that Node would refuse by itself, before Fastify hears of them, are answered as all others are. */
export function answerWhereNodeWould(server: Server): void {
  const exchanges = new WeakMap<Socket, Exchange>()
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }))

  // In place of Fastify's own handler, which knows nothing of our headers.
  server.removeAllListeners('clientError')
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || isAnswered(exchanges.get(socket))) return void socket.destroy()
    answer(socket, ...meaningOf(error))
  })
  server.on('checkExpectation', (_request, response) => {
    answer(response.socket, 'expectation_failed', 'Only "Expect: 100-continue" is understood.')
  })
  server.on('connect', (_request, socket: Socket) => {
    answer(socket, 'method_not_allowed', 'This server is not a proxy.')
  })
}

/** A fault in what is left of a request that has its answer: a second answer would be taken for that of the next one. */
const isAnswered = (last: Exchange | undefined): boolean =>
  last !== undefined && !last.request.complete && last.response.headersSent

function meaningOf({ code, rawPacket }: ParserError): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['headers_too_large', 'Address and headers may have at most 16 kB together.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['request_timeout', 'The request did not arrive in time.']
  if (code === 'HPE_INVALID_METHOD' && /^[A-Z]+ \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket?.toString('latin1') ?? '')) {
    return ['method_not_implemented', 'This HTTP method is not known.']
  }
  return ['malformed_request', 'This is not a valid HTTP request.']
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'Bad Request',
  method_not_allowed: 'Method Not Allowed',
  request_timeout: 'Request Timeout',
  expectation_failed: 'Expectation Failed',
  headers_too_large: 'Request Header Fields Too Large',
  method_not_implemented: 'Not Implemented',
}

function answer(socket: Socket | null, code: ErrorCode, message: string): void {
  if (!socket?.writable) return void socket?.destroy()
  socket.end(rawErrorAnswer(new AppError(code, message), REASONS[code] ?? 'Error'))
}

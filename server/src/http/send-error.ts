import type { FastifyReply } from 'fastify'
import type { AppError } from '../kit/errors.ts'
import { errorBody } from './finalise.ts'

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) reply.log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error, reply.request.id))
}

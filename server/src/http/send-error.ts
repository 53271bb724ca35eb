import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../kit/errors.ts'
import { errorBody } from './finalise.ts'

/** In our own envelope, unless the route speaks the language of somebody else's protocol. */
export const bodyOfRefusal = (request: FastifyRequest, error: AppError): object =>
  (request.routeOptions?.config?.refusal?.toBody ?? errorBody)(error, request.id, request)

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) reply.log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
  return reply
    .code(error.status)
    .headers(reply.request.routeOptions?.config?.refusal?.toHeaders?.(reply.request) ?? {})
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOfRefusal(reply.request, error))
}

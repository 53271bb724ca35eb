import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../kit/errors.ts'
import { errorBody, JSON_TYPE } from './response-headers.ts'

/** Uses our own envelope, unless the route implements another protocol. */
export const errorBodyFor = (request: FastifyRequest, error: AppError): object =>
  (request.routeOptions?.config?.errorFormat?.toBody ?? errorBody)(error, request.id, request)

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) reply.log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
  return reply
    .code(error.status)
    .headers(reply.request.routeOptions?.config?.errorFormat?.toHeaders?.(reply.request) ?? {})
    .headers(error.headers)
    .type(JSON_TYPE)
    .serializer(JSON.stringify)
    .send(errorBodyFor(reply.request, error))
}

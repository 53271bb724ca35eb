import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../kit/errors.ts'
import { errorBody } from './finalise.ts'

/** In our own envelope, unless the route speaks the language of somebody else's protocol. */
export const bodyOfRefusal = ({ id, routeOptions }: FastifyRequest, error: AppError): object =>
  (routeOptions?.config?.refusal?.toBody ?? errorBody)(error, id)

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) reply.log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOfRefusal(reply.request, error))
}

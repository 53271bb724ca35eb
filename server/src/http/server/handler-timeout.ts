import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import { sendError } from '../responses/send-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    response: ServerResponse | undefined
    /** Ends when the caller has gone or the time for the answer is up. */
    deadline: AbortSignal
  }
}

/** One for all, since to make one costs more than the rest of a small request. */
const CLIENT_DISCONNECTED = new Error('the caller has gone')

/**
 * An answer within a limit, whatever the handler does. In place of Fastify's `handlerTimeout`, which takes the end of the
 * request's body for the end of the request (5.12 on Node 24): with a body its timer never fires and its signal always does.
 */
export function enforceHandlerTimeout(app: FastifyInstance, handlerMs: number): void {
  const controllers = new WeakMap<FastifyRequest, AbortController>()
  app.decorateRequest('response')
  // Made when somebody asks for it: most of what is answered from memory never does.
  app.decorateRequest('deadline', {
    getter() {
      const existing = controllers.get(this)
      if (existing) return existing.signal
      const controller = new AbortController()
      controllers.set(this, controller)
      const { response } = this
      response?.once('close', () => {
        if (!response.writableFinished) controller.abort(CLIENT_DISCONNECTED)
      })
      return controller.signal
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw
    done()
  })
  // Not sooner: how long the body may take has a limit of its own.
  app.addHook('preValidation', async (request, reply) => {
    const timer = setTimeout(() => {
      // A stream has its answer already; its end is its own matter.
      if (reply.sent || reply.raw.headersSent) return
      const error = new AppError('unavailable', 'The request took too long and was given up. Try again shortly.', {
        headers: { 'retry-after': '1' },
        cause: new Error(`${request.method} ${request.routeOptions.url} took longer than ${handlerMs} ms`),
      })
      controllers.get(request)?.abort(error)
      sendError(reply, error)
    }, handlerMs)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}

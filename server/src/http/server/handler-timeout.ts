import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import { sendError } from '../responses/send-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** In place of the time limit of all routes, where the caller waits for somebody else. */
    timeoutMs?: number
  }
  interface FastifyRequest {
    response: ServerResponse | undefined
    /** Aborts when the caller disconnects or the response times out. */
    deadline: AbortSignal
  }
}

/** Shared, since creating an error costs more than the rest of a small request. */
const CLIENT_DISCONNECTED = new Error('the client disconnected')

/**
 * Guarantees a response within a time limit, whatever the handler does. Replaces Fastify's `handlerTimeout`, which
 * mistakes the end of the request's body for the end of the request (5.12 on Node 24): with a body its timer never
 * fires and its signal always does.
 */
export function enforceHandlerTimeout(app: FastifyInstance, handlerMs: number): void {
  const controllers = new WeakMap<FastifyRequest, AbortController>()
  app.decorateRequest('response')
  // Created on demand: most cached responses never need it.
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
  // Not earlier: the body has a time limit of its own.
  app.addHook('preValidation', async (request, reply) => {
    const timeoutMs = request.routeOptions.config.timeoutMs ?? handlerMs
    // The connection makes no progress meanwhile.
    if (timeoutMs > handlerMs) request.raw.socket.setTimeout(timeoutMs + handlerMs)
    const timer = setTimeout(() => {
      // A stream has responded already and ends itself.
      if (reply.sent || reply.raw.headersSent) return
      const error = new AppError('unavailable', 'The request timed out. Try again shortly.', {
        headers: { 'retry-after': '1' },
        cause: new Error(`${request.method} ${request.routeOptions.url} took longer than ${timeoutMs} ms`),
      })
      controllers.get(request)?.abort(error)
      sendError(reply, error)
    }, timeoutMs)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Tracer, TraceSpan } from '../../kit/tracing.ts'
import { isHealthCheck } from '../health.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: TraceSpan | undefined
  }
}

/**
 * A span per request, named after its route, never after its path: a path may name a customer. Responses that the cache
 * serves before any other work have none.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    if (isHealthCheck(request.raw) || request.routeOptions.url === '/metrics') return done()
    const { traceparent } = request.headers
    const { method, routeOptions, id } = request
    const attributes = {
      'http.request.method': method,
      'http.route': routeOptions.url,
      'storedesk.request_id': id,
    }
    const name = routeOptions.url ? `${method} ${routeOptions.url}` : method
    request.span = tracer.start(
      { name, kind: 'server', attributes },
      typeof traceparent === 'string' ? traceparent : undefined,
    )
    request.span.run(done)
  })
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    // Only the API has one.
    const ctx: Ctx | undefined = request.ctx
    span?.set({
      'http.response.status_code': reply.statusCode,
      'storedesk.workspace_id': ctx?.workspaceId,
      'storedesk.environment_id': ctx?.environmentId,
    })
    // Only our own failures: a 404 is an answer.
    span?.end(reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined)
    done()
  })
}

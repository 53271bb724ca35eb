import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const headRequests = new WeakSet<IncomingMessage>()

/**
 * Fastify's `rewriteUrl`: the router finds the route of the GET, which serves HEAD as well. A route of its own for each
 * HEAD would make every start longer.
 */
export function routeHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    headRequests.add(request)
    request.method = 'GET'
  }
  return request.url ?? '/'
}

/** Once the route is found, the method is what the client has sent. Before all other hooks. */
export function serveHead(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (headRequests.has(raw)) raw.method = 'HEAD'
    done()
  })
  // Node sends no body. So the file behind a stream need not be read.
  app.addHook('onSend', ({ method }, _reply, payload, done) => {
    if (method !== 'HEAD' || !isStream(payload)) return done(null, payload)
    payload.destroy()
    done(null, null)
  })
}

const isStream = (payload: unknown): payload is { destroy(): void } =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload && 'destroy' in payload

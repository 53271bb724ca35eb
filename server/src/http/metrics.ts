import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { unauthorized } from '../kit/errors.ts'

/** Every request by its route, never by its path: a path may name a customer, and there is no end to them. */
export function serveMetrics(app: FastifyInstance, token: string | undefined): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw unauthorized('Send the METRICS_TOKEN as "Authorization: Bearer …".')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

/** A request that came through a proxy has the proxy's address, so "from this machine" means: and nobody forwarded it. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const address = request.raw.socket.remoteAddress ?? ''
    return (
      /^(127\.|::1$|::ffff:127\.)/.test(address) && !request.headers['x-forwarded-for'] && !request.headers.forwarded
    )
  }
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

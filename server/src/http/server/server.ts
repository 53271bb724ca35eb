import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { AppError, tooManyRequests } from '../../kit/errors.ts'
import { tracer } from '../../kit/tracing.ts'
import { isHealthCheck } from '../health.ts'
import { openPenaltyBox } from '../limits/penalty-box.ts'
import { openThrottle } from '../limits/throttle.ts'
import { MAX_SEGMENT_LENGTH } from '../path-table.ts'
import { toAppError } from '../responses/error-mapping.ts'
import { closeStreamsOnShutdown } from '../responses/event-stream.ts'
import {
  applyResponseHeaders,
  endWithError,
  type LimitState,
  newRequestId,
  responseHeaders,
} from '../responses/response-headers.ts'
import { sendError } from '../responses/send-error.ts'
import { limitJsonBodies } from '../validation/json-body.ts'
import { rejectUnsupportedEncodings } from '../validation/request-encoding.ts'
import { useCachedSerializers } from '../validation/serializers.ts'
import { useStrictValidation } from '../validation/validators.ts'
import { createClientAddressResolver, type TrustProxy } from './client-address.ts'
import { descriptorLimit, limitConnections, maxConnectionsFor } from './connection-limits.ts'
import { closeIdleConnections } from './drain.ts'
import { enforceHandlerTimeout } from './handler-timeout.ts'
import { routeHeadAsGet, serveHead } from './head-requests.ts'
import { handleParserErrors, type PeekLimit } from './parser-errors.ts'
import { type ServeFromCache, serveInOrder } from './pipelining.ts'
import { traceRequests } from './trace-requests.ts'

const LIMITS = {
  /** Unless the route declares another `bodyLimit`. */
  bodyBytes: 131_072,
  headerBytes: 16_384,
  urlLength: 8192,
  /** From the first byte to the end of the headers. */
  headersMs: 10_000,
  /** From the first byte to the end of the body. */
  requestMs: 30_000,
  /** From the end of the request to the response. */
  handlerMs: 15_000,
  /** How often Node checks for slow clients; with its default of 30 s the limits above would have no effect. */
  slowClientCheckMs: 1000,
  /** Longer than the idle timeout of common load balancers (60 s), so that they close first. */
  keepAliveMs: 72_000,
  /** A connection without progress, as when the client does not read its response. Longer than any handler takes. */
  stalledMs: 30_000,
  /** Requests of a connection that may wait for earlier responses. */
  pipelined: 16,
  /** 0: derived from the operating system's limit of open files. */
  connections: 0,
  connectionsPerClient: 2000,
  /** After this many rejections at once, a client that ignores 429 is throttled. */
  rejectionBurst: 100,
  throttledPerSecond: 200,
  /** For a client that keeps overrunning its connections, or opens too many. */
  blockMs: 30_000,
  penaltyPoints: 500,
}

export interface ServerOptions {
  logger: FastifyBaseLogger
  trustProxy?: TrustProxy | undefined
  /** Called first; a request that it serves goes no further. */
  serveFromCache?: ServeFromCache | undefined
  /** Limit headers for requests that could not be parsed, so their caller is unknown. Without it they have none. */
  peekLimit?: PeekLimit
  /** Compiles the schemas of its routes soon after the start: the first requests come from many buyers at once. */
  warmsUp?: boolean
  /** Tests shorten the limits that would make them wait. */
  limits?: Partial<typeof LIMITS>
}

/** Fastify with every limit set and the headers of `response-headers.ts` on every response. Knows no routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const limits = { ...LIMITS, ...options.limits }
  const { peekLimit = async () => undefined, warmsUp = false } = options
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.stalledMs,
    // While draining, requests on open connections are still served; Fastify's own 503 would lack our headers.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_SEGMENT_LENGTH },
    exposeHeadRoutes: false,
    rewriteUrl: routeHeadAsGet,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.slowClientCheckMs,
      // Node would answer a missing Host itself, without our headers; the hook below does it instead.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      // Responses to URLs that no router can parse skip all hooks.
      clients.recordRejection(request.ip)
      void peekLimit(request.ip).then((limitState) => {
        reply.headers(responseHeaders(request.id, limitState))
        sendError(reply as FastifyReply, toAppError(error))
      })
    },
  })

  const activeTracer = tracer()
  if (activeTracer) traceRequests(app, activeTracer)
  serveHead(app)
  const clients = limitClients(app, { ...options, limits, peekLimit })
  const { exchanges } = clients
  handleParserErrors(app.server, exchanges, peekLimit)
  rejectUnsupportedEncodings(app)
  limitJsonBodies(app, clients.penalizeCostlyBody)
  enforceHandlerTimeout(app, limits.handlerMs)
  closeIdleConnections(app, exchanges)
  closeStreamsOnShutdown(app)
  useStrictValidation(app, { warmsUp })
  useCachedSerializers(app, { warmsUp })
  app.decorateRequest('limitState')
  app.decorateRequest('isOverLimit', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const error = findRequestError(request, limits.urlLength)
    if (!error) return done()
    clients.recordRejection(request.ip)
    // The caller is still unknown, so it may well be an API request.
    peekLimit(request.ip).then((limitState) => {
      request.limitState = limitState
      done(error)
    }, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    applyResponseHeaders(reply, request.id, request.limitState)
    done()
  })
  app.setErrorHandler((error, { routeOptions }, reply) => sendError(reply, toAppError(error, routeOptions.bodyLimit)))
  return app
}

/** An overrun connection was parsed for nothing, an excess one accepted for nothing. */
const PENALTY_POINTS = { connection: 5, overrun: 150, upload: 25 }
/** Size of a rejected body that costs one point. */
const BYTES_PER_POINT = 8192
/** Of a body that only costs time, such as 65,000 zeros: a handful of the largest ones leads to a block. */
const COSTLY_BYTES_PER_POINT = 1024

interface ClientLimitOptions extends Pick<ServerOptions, 'logger' | 'trustProxy' | 'serveFromCache'> {
  limits: typeof LIMITS
  peekLimit: PeekLimit
}

/** What one client may use of this process, whichever route it calls. */
function limitClients(
  app: FastifyInstance,
  { logger, trustProxy, limits, peekLimit, serveFromCache }: ClientLimitOptions,
) {
  const resolveAddress = createClientAddressResolver(trustProxy)
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    resolveAddress(socket, headers['x-forwarded-for'] as string | undefined)
  const penalties = openPenaltyBox({
    maxPoints: limits.penaltyPoints,
    blockMs: limits.blockMs,
    onBlock: (client) => {
      logger.warn(
        { client, forMs: limits.blockMs },
        'blocking a client that opens too many connections or sends too much on them',
      )
      connections.closeClient(client)
    },
  })
  const throttle = openThrottle({ burst: limits.rejectionBurst, perSecond: limits.throttledPerSecond })
  // A proxy that names no client is not to blame for all of them.
  const isProxy = (ip: string) => trustProxy?.(ip, 0) === true
  const penalize = (ip: string, points: number) => {
    if (!isProxy(ip)) penalties.add(ip, points)
  }
  const recordRejection = (ip: string) => {
    if (!isProxy(ip)) throttle.recordRejection(ip)
  }
  const rejectBlocked = (ip: string, response: ServerResponse) =>
    peekLimit(ip).then((limitState) => sendBlocked(response, limits.blockMs, limitState))
  const exchanges = serveInOrder(app.server, {
    maxWaiting: limits.pipelined,
    serveFromCache,
    delay: (request, response, begin) => {
      if (!penalties.isAnyBlocked() && throttle.isIdle()) return false
      const ip = addressOf(request)
      // Others are rejected when they connect; behind a trusted proxy a client is known only by its requests.
      const isBlocked = penalties.isBlocked(ip)
      const slot = isBlocked ? 'full' : throttle.schedule(ip, begin)
      // A health check must not fail because of other clients at its address.
      if (slot === 'full' && !isBlocked && isHealthCheck(request)) return false
      if (slot === 'full') void rejectBlocked(ip, response)
      return slot !== 'now'
    },
    onOverrun: (request) => penalize(addressOf(request), PENALTY_POINTS.overrun),
  })
  const connections = limitConnections(app.server, {
    log: logger,
    maxConnections: limits.connections || maxConnectionsFor(descriptorLimit()),
    maxPerClient: limits.connectionsPerClient,
    trustProxy,
    isBlocked: penalties.isBlocked,
    onTooMany: (ip) => penalize(ip, PENALTY_POINTS.connection),
  })
  app.addHook('onResponse', ({ ip, headers, isOverLimit }, { statusCode }, done) => {
    if (statusCode === 429 || statusCode === 413 || isOverLimit) {
      recordRejection(ip)
      // The body sent with it is still read.
      penalize(
        ip,
        Math.min(PENALTY_POINTS.upload, Math.floor(Number(headers['content-length'] ?? 0) / BYTES_PER_POINT)),
      )
    }
    done()
  })
  const penalizeCostlyBody = (ip: string, sizeBytes: number) =>
    penalize(ip, Math.floor(sizeBytes / COSTLY_BYTES_PER_POINT))
  return { exchanges, recordRejection, penalizeCostlyBody }
}

function sendBlocked(response: ServerResponse, blockMs: number, limitState: LimitState | undefined): void {
  const error = tooManyRequests(blockMs / 1000, 'Too many rejected requests from this IP address.')
  endWithError(response, error, limitState)
}

function findRequestError({ raw, headers }: FastifyRequest, urlLength: number): AppError | undefined {
  if (raw.url && raw.url.length > urlLength) {
    return new AppError('uri_too_long', `The URL must have at most ${urlLength} characters.`, {
      fields: { maxLength: urlLength },
    })
  }
  if (raw.httpVersion === '1.1' && !headers.host) {
    return new AppError('malformed_request', 'The Host header is missing.')
  }
  return undefined
}

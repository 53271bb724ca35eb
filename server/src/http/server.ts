import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { AppError, tooManyRequests } from '../kit/errors.ts'
import { refuseOtherEncodings } from './body-encoding.ts'
import { clientAddressBy, type Trust } from './client-address.ts'
import { descriptorLimit, limitConnections, maxConnectionsOf } from './connections.ts'
import { limitHandlers } from './deadline.ts'
import { closeUnusedConnections } from './drain.ts'
import { toAppError } from './errors.ts'
import { serveInOrder } from './exchanges.ts'
import { errorBody, finalHeaders, finishHeaders, type LimitState, newRequestId } from './finalise.ts'
import { isHealthCheck } from './health.ts'
import { limitJsonBodies } from './json-body.ts'
import { openPacing } from './pacing.ts'
import { MAX_PART_LENGTH } from './path-table.ts'
import { openPenaltyBox } from './penalty-box.ts'
import type { AnswerQuickly } from './quick-answers.ts'
import { answerWhereNodeWould, type LookAt } from './raw-answers.ts'
import { sendError } from './send-error.ts'
import { serializeOnce } from './serializers.ts'
import { endStreamsOnClose } from './stream.ts'
import { validateStrictly } from './validators.ts'

const LIMITS = {
  /** Unless the route declares another `bodyLimit`. */
  bodyBytes: 131_072,
  headerBytes: 16_384,
  urlLength: 8192,
  /** From the first byte to the end of the headers. */
  headersMs: 10_000,
  /** From the first byte to the end of the body. */
  requestMs: 30_000,
  /** From the end of the request to the answer. */
  handlerMs: 15_000,
  /** Node looks for slow clients only this often; its default of 30 s would make the limits above a fiction. */
  slowClientCheckMs: 1000,
  /** Longer than the idle time of common load balancers (60 s), so that they close first. */
  keepAliveMs: 72_000,
  /** A connection on which nothing moves, as when the client does not read its answer. Longer than any handler takes. */
  stalledMs: 30_000,
  /** Requests of a connection that may wait for the answers to earlier ones. */
  pipelined: 16,
  /** By default what the operating system's limit of open files allows. */
  connections: 0,
  connectionsPerClient: 2000,
  /** After so many at once a client that goes on after 429 is answered at a steady pace. */
  refusals: 100,
  pacedPerSecond: 200,
  /** For a client that keeps overrunning its connections, or opens more than it may. */
  blockMs: 30_000,
  penaltyPoints: 500,
}

export interface ServerOptions {
  logger: FastifyBaseLogger
  trust?: Trust | undefined
  /** Asked first of all; what it answers goes no further. */
  answerQuickly?: AnswerQuickly | undefined
  /** For the headers of what could not be read, so that nobody knows whose it is. Without it they name no limit. */
  lookAt?: LookAt
  /** Tests shorten the limits that would make them wait. */
  limits?: Partial<typeof LIMITS>
}

/** Fastify with every limit set and every way out closed by `finalise.ts`. Knows nothing of routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const limits = { ...LIMITS, ...options.limits }
  const { lookAt = async () => undefined } = options
  const app: FastifyInstance = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: options.trust ?? false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.stalledMs,
    // While draining, requests on open connections are still answered; Fastify's own 503 would leave without our headers.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PART_LENGTH },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.slowClientCheckMs,
      // Node would answer a missing Host itself, without our headers; the hook below does it instead.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      // Answers to URLs that no router can read skip all hooks.
      clients.noteRefusal(request.ip)
      void lookAt(request.ip).then((state) => {
        reply.headers(finalHeaders(request.id, state))
        sendError(reply as FastifyReply, toAppError(error))
      })
    },
  })

  const clients = boundClients(app, { ...options, limits, lookAt })
  const { exchanges } = clients
  answerWhereNodeWould(app.server, exchanges, lookAt)
  refuseOtherEncodings(app)
  limitJsonBodies(app)
  limitHandlers(app, limits.handlerMs)
  closeUnusedConnections(app, exchanges)
  endStreamsOnClose(app)
  validateStrictly(app)
  serializeOnce(app)
  app.decorateRequest('limitState')
  app.decorateRequest('isOverLimit', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = refusalOf(request, limits.urlLength)
    if (!refusal) return done()
    clients.noteRefusal(request.ip)
    // Whose request it is was not asked yet, so it may well be one of the API's.
    lookAt(request.ip).then((state) => {
      request.limitState = state
      done(refusal)
    }, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    finishHeaders(reply, request.id, request.limitState)
    done()
  })
  app.setErrorHandler((error, { routeOptions }, reply) => sendError(reply, toAppError(error, routeOptions.bodyLimit)))
  return app
}

/** An overrun connection was parsed for nothing, one too many was accepted for nothing. */
const POINTS = { connection: 5, overrun: 150, upload: 25 }
/** Of a refused body, for one point. */
const UPLOAD_BYTES = 8192

interface Bounds extends Pick<ServerOptions, 'logger' | 'trust' | 'answerQuickly'> {
  limits: typeof LIMITS
  lookAt: LookAt
}

/** D9: what one client may hold and ask of this process, whichever route it is. */
function boundClients(app: FastifyInstance, { logger, trust, limits, lookAt, answerQuickly }: Bounds) {
  const findAddress = clientAddressBy(trust)
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    findAddress(socket, headers['x-forwarded-for'] as string | undefined)
  const penalties = openPenaltyBox({
    maxPoints: limits.penaltyPoints,
    blockMs: limits.blockMs,
    onBlock: (client) => {
      logger.warn({ client, forMs: limits.blockMs }, 'blocking a client that keeps opening or overrunning connections')
      connections.endAll(client)
    },
  })
  const pacing = openPacing({ burst: limits.refusals, perSecond: limits.pacedPerSecond })
  // A proxy that names no client is not to blame for all of them.
  const isProxy = (ip: string) => trust?.(ip, 0) === true
  const penalize = (ip: string, points: number) => {
    if (!isProxy(ip)) penalties.add(ip, points)
  }
  const noteRefusal = (ip: string) => {
    if (!isProxy(ip)) pacing.noteRefusal(ip)
  }
  const refuse = (ip: string, response: ServerResponse) =>
    lookAt(ip).then((state) => refuseBlocked(response, limits.blockMs, state))
  const exchanges = serveInOrder(app.server, {
    maxWaiting: limits.pipelined,
    answerQuickly,
    delay: (request, response, begin) => {
      if (!penalties.isAnyBlocked() && pacing.isIdle()) return false
      const ip = addressOf(request)
      // Others are refused as they connect; behind a trusted proxy a client is known by its requests only.
      const isBlocked = penalties.isBlocked(ip)
      const turn = isBlocked ? 'full' : pacing.schedule(ip, begin)
      // A health check must not fail because of others at its address.
      if (turn === 'full' && !isBlocked && isHealthCheck(request)) return false
      if (turn === 'full') void refuse(ip, response)
      return turn !== 'now'
    },
    onOverrun: (request) => penalize(addressOf(request), POINTS.overrun),
  })
  const connections = limitConnections(app.server, {
    log: logger,
    maxConnections: limits.connections || maxConnectionsOf(descriptorLimit()),
    maxPerClient: limits.connectionsPerClient,
    trust,
    isBlocked: penalties.isBlocked,
    onExcess: (ip) => penalize(ip, POINTS.connection),
  })
  app.addHook('onResponse', ({ ip, headers, isOverLimit }, { statusCode }, done) => {
    if (statusCode === 429 || statusCode === 413 || isOverLimit) {
      noteRefusal(ip)
      // What was sent with it is read all the same.
      penalize(ip, Math.min(POINTS.upload, Math.floor(Number(headers['content-length'] ?? 0) / UPLOAD_BYTES)))
    }
    done()
  })
  return { exchanges, noteRefusal }
}

function refuseBlocked(response: ServerResponse, blockMs: number, state: LimitState | undefined): void {
  const requestId = newRequestId()
  const error = tooManyRequests(blockMs / 1000, 'Requests from this address were refused too often.')
  const body = JSON.stringify(errorBody(error, requestId))
  response.writeHead(error.status, {
    ...finalHeaders(requestId, state),
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function refusalOf({ raw, headers }: FastifyRequest, urlLength: number): AppError | undefined {
  if (raw.url && raw.url.length > urlLength) {
    return new AppError('uri_too_long', `An address may have at most ${urlLength} characters.`)
  }
  if (raw.httpVersion === '1.1' && !headers.host) {
    return new AppError('malformed_request', 'The Host header is missing.')
  }
  return undefined
}

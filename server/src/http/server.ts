import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { AppError } from '../kit/errors.ts'
import { refuseOtherEncodings } from './body-encoding.ts'
import type { Trust } from './client-address.ts'
import { limitHandlers } from './deadline.ts'
import { closeUnusedConnections } from './drain.ts'
import { toAppError } from './errors.ts'
import { followExchanges } from './exchanges.ts'
import { finalHeaders, finishHeaders, newRequestId } from './finalise.ts'
import { limitJsonBodies } from './json-body.ts'
import { MAX_PART_LENGTH } from './path-table.ts'
import type { AnswerQuickly } from './quick-answers.ts'
import { answerWhereNodeWould, type LookAt } from './raw-answers.ts'
import { sendError } from './send-error.ts'
import { serializeOnce } from './serializers.ts'
import { endStreamsOnClose } from './stream.ts'
import { validateStrictly } from './validators.ts'

const LIMITS = {
  bodyBytes: 1_048_576,
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
      void lookAt(request.ip).then((state) => {
        reply.headers(finalHeaders(request.id, state))
        sendError(reply as FastifyReply, toAppError(error))
      })
    },
  })

  if (options.answerQuickly) askFirst(app, options.answerQuickly)
  const exchanges = followExchanges(app.server)
  answerWhereNodeWould(app.server, exchanges, lookAt)
  refuseOtherEncodings(app)
  limitJsonBodies(app)
  limitHandlers(app, limits.handlerMs)
  closeUnusedConnections(app, exchanges)
  endStreamsOnClose(app)
  validateStrictly(app)
  serializeOnce(app)
  app.decorateRequest('limitState')
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = refusalOf(request, limits.urlLength)
    if (!refusal) return done()
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
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new AppError('not_found', 'There is nothing at this address.')),
  )
  app.setErrorHandler((error, { routeOptions }, reply) => sendError(reply, toAppError(error, routeOptions.bodyLimit)))
  return app
}

/** In place of the framework's own listener, which is asked second. */
function askFirst({ server }: FastifyInstance, answerQuickly: AnswerQuickly): void {
  const [listener] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!listener) throw new Error('The framework has no listener of its own')
  server.removeListener('request', listener)
  server.on('request', (request, response) => {
    if (!answerQuickly(request, response)) listener(request, response)
  })
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

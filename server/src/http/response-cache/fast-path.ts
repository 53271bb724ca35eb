import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LimitDecision, toLimitState } from '../limits/limiter.ts'
import { visitorQuota } from '../limits/quotas.ts'
import type { RequestCounter } from '../limits/request-counter.ts'
import { matchesIfNoneMatch } from '../responses/etag.ts'
import { newRequestId } from '../responses/response-headers.ts'
import type { ResolveClientAddress } from '../server/client-address.ts'
import type { ServeFromCache } from '../server/pipelining.ts'
import { cachedResponseHeaders, requestHeaderLines } from './cached-headers.ts'
import type { PublicResponse, ResponseCache } from './response-cache.ts'

interface Options {
  accessControl: Pick<RequestCounter, 'limiter' | 'recordDecision'>
  responseCache: Pick<ResponseCache, 'findPublic'>
  clientAddress: ResolveClientAddress
  isDraining: () => boolean
  onServed: RecordServedResponse
}

export interface ServedResponse {
  requestId: string
  route: string
  status: number
}

/** Called with each response, for metrics and the log. */
export type RecordServedResponse = (served: ServedResponse) => void

/**
 * Most storefront requests are in the cache already. Such a response needs no router, schema or hooks, which together
 * cost three times as much as sending it. This path is only for the plainest requests: a visitor who names the
 * workspace in the header and requests a storefront route. All others take the normal path, which handles every case,
 * including clients over their limit.
 */
export function createCacheFastPath({
  accessControl,
  responseCache,
  clientAddress,
  isDraining,
  onServed,
}: Options): ServeFromCache {
  const date = openDateHeader()
  return (request, response) => {
    const visitor = parsePlainVisitor(request)
    if (!visitor || isDraining()) return false
    const { workspace, ifNoneMatch } = visitor
    const cached = responseCache.findPublic(request.url ?? '', workspace)
    if (!cached) return false
    const quota = visitorQuota(clientAddress(request.socket, visitor.forwardedFor), 'read')
    const decision = accessControl.limiter.decide(quota, 1)
    // Shared counters are asynchronous; then the normal path is as fast as this one.
    if (decision instanceof Promise) throw new Error('The fast path requires counters in memory')
    if (!decision.allowed) return false
    accessControl.recordDecision(quota, true, workspace)
    const requestId = newRequestId()
    const status = send(response, cached, { ifNoneMatch, requestId, decision, date })
    onServed({ requestId, route: cached.route, status })
    return true
  }
}

interface Visitor {
  workspace: string
  ifNoneMatch: string | undefined
  forwardedFor: string | undefined
}

/**
 * The visitor, if the request needs no further inspection. Node joins a duplicate header, which then matches nothing.
 */
function parsePlainVisitor({ method, httpVersion, headers }: IncomingMessage): Visitor | undefined {
  const workspace = headers['x-workspace-id']
  if (method !== 'GET' || typeof workspace !== 'string' || !(headers.host || httpVersion === '1.0')) return undefined
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = headers
  if (authorization !== undefined || length !== undefined || encoding !== undefined) return undefined
  // Its token must be verified.
  if (headers['x-customer-token'] !== undefined) return undefined
  const forwardedFor = headers['x-forwarded-for'] as string | undefined
  return { workspace: workspace.toLowerCase(), ifNoneMatch: headers['if-none-match'], forwardedFor }
}

interface SendOptions {
  ifNoneMatch: string | undefined
  requestId: string
  decision: LimitDecision
  date: () => string
}

function send(
  response: ServerResponse,
  cached: PublicResponse,
  { ifNoneMatch, requestId, decision, date }: SendOptions,
): 200 | 304 {
  const limit = toLimitState(decision)
  if (response.shouldKeepAlive && !matchesIfNoneMatch(cached.etag, ifNoneMatch)) {
    writeHeaders(response, requestHeaderLines(requestId, limit), date())
    response.end(cached.publicBytes)
    return 200
  }
  const { status, headers } = cachedResponseHeaders(cached, { ifNoneMatch, requestId, limit, isPublic: true })
  response.writeHead(status, headers)
  response.end(status === 200 ? cached.body : undefined)
  return status
}

/**
 * Like `writeHead(200, headers)` on a connection that stays open, without `maxRequestsPerSocket`, which we do not set.
 * `writeHead` validates and copies each header, which takes a sixth of the time of such a response; these are all ours, so
 * none needs validation. `_header` is what `writeHead` would write, up to the headers that are cached with the body.
 * Node does not document it, so `contract/response-cache.test.ts` compares both.
 */
function writeHeaders(response: ServerResponse, lines: string, date: string): void {
  Object.assign(response, { _header: `HTTP/1.1 200 OK\r\n${lines}Date: ${date}\r\n${keepAliveOf(response)}` })
}

/** As Node writes them: the client learns how long it may wait with its next request. */
function keepAliveOf({ req }: ServerResponse): string {
  const { keepAliveTimeout = 0 } = (req.socket as { server?: { keepAliveTimeout?: number } }).server ?? {}
  const timeout = Math.floor(keepAliveTimeout / 1000)
  return `Connection: keep-alive\r\n${timeout > 0 ? `Keep-Alive: timeout=${timeout}\r\n` : ''}`
}

/** The same text for all responses of a second. */
function openDateHeader(): () => string {
  let second = 0
  let text = ''
  return () => {
    const nowMs = Date.now()
    if (Math.floor(nowMs / 1000) !== second) {
      second = Math.floor(nowMs / 1000)
      text = new Date(nowMs).toUTCString()
    }
    return text
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LimitDecision, toLimitState } from '../limits/limiter.ts'
import { visitorQuota } from '../limits/quotas.ts'
import type { RequestCounter } from '../limits/request-counter.ts'
import { newRequestId } from '../responses/response-headers.ts'
import type { ResolveClientAddress } from '../server/client-address.ts'
import type { ServeFromCache } from '../server/pipelining.ts'
import { cachedResponseHeaders } from './cached-routes.ts'
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
    const status = send(response, cached, { ifNoneMatch, requestId, decision })
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
}

function send(
  response: ServerResponse,
  cached: PublicResponse,
  { ifNoneMatch, requestId, decision }: SendOptions,
): 200 | 304 {
  const { status, headers } = cachedResponseHeaders(cached, {
    ifNoneMatch,
    requestId,
    limit: toLimitState(decision),
    isPublic: true,
  })
  response.writeHead(status, headers)
  response.end(status === 200 ? cached.body : undefined)
  return status
}

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

/** Told of each answer: figures and the log are kept elsewhere. */
export type RecordServedResponse = (served: ServedResponse) => void

/**
 * What most visitors of a shop ask is in memory already. Such an answer needs no router, no schema and no hooks, which
 * together cost three times what it costs to send it. This way is only for the plainest of requests: a visitor who names the
 * workspace in the header and asks for what storefronts may read. All others go on to where every case is thought of, and so
 * does whoever is past the limit, since that is where they are told so.
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
    // Shared counters take their time; then the long way is no longer than this one.
    if (decision instanceof Promise) throw new Error('Quick answers are for counters in memory')
    if (!decision.allowed) return false
    accessControl.recordDecision(quota, true, workspace)
    const requestId = newRequestId()
    const status = send(response, cached, { ifNoneMatch, requestId, decision: decision })
    onServed({ requestId, route: cached.route, status })
    return true
  }
}

interface Visitor {
  workspace: string
  ifNoneMatch: string | undefined
  forwardedFor: string | undefined
}

/** Who asks, if there is nothing about the request to think of. A header that stood there twice is joined, and fits nothing. */
function parsePlainVisitor({ method, httpVersion, headers }: IncomingMessage): Visitor | undefined {
  const workspace = headers['x-workspace-id']
  if (method !== 'GET' || typeof workspace !== 'string' || !(headers.host || httpVersion === '1.0')) return undefined
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = headers
  if (authorization !== undefined || length !== undefined || encoding !== undefined) return undefined
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

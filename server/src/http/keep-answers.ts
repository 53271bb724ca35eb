import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Ctx } from '../ctx.ts'
import type { AnswerCache, KeptAnswer } from './answer-cache.ts'
import { OPEN_TO_BROWSERS } from './cors.ts'
import { addLimit, type LimitState, SAFE_HEADERS } from './finalise.ts'
import { allowanceOf } from './limits/table.ts'

/** Of a route whose answer is the same for everybody who may ask, until something in the environment changes. */
export interface Kept {
  /** When it changes without anybody's doing; null: never. */
  nextChange?: (ctx: Ctx) => Promise<Date | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    kept?: Kept
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Whoever keeps an answer asks each time whether it still holds; it depends on who asks, so it is no matter for a proxy. */
const KEPT_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-cache' }

const CLOSED_HEADERS = Object.entries({ ...SAFE_HEADERS, ...KEPT_HEADERS, 'x-cache': 'HIT' }).flat()
const OPEN_HEADERS = [...CLOSED_HEADERS, ...Object.entries(OPEN_TO_BROWSERS).flat()]

/** The answer is made once, as bytes, and kept. */
export function keepAnswers(route: RouteOptions, cache: AnswerCache): void {
  const kept = route.config?.kept
  if (!kept) return
  const { handler } = route
  route.handler = async function (request, reply) {
    const { ctx } = request
    const { nextChange } = kept
    const answer = await cache.make(
      request,
      ctx.environmentId,
      async () => Buffer.from(String(reply.serialize(await handler.call(this, request, reply)))),
      nextChange && (() => nextChange(ctx)),
    )
    reply.headers({ ...KEPT_HEADERS, etag: answer.etag, 'x-cache': 'MISS' })
    // Where a 304 does not count (D2), one that had to be worked out, and was counted, must not look like one.
    const isFree = allowanceOf('live', route.config?.limit ?? 'default').cachedIsFree
    return has(request.headers['if-none-match'], answer) && !isFree ? reply.code(304).send() : reply.send(answer.body)
  }
}

interface Facts {
  /** What the caller has already: its `If-None-Match`. */
  known: string | undefined
  requestId: string
  limit: LimitState | undefined
  /** Whether browsers of any origin may read it. */
  isOpen: boolean
}

/** All headers of an answer from memory, for which no hook is asked: name, value, name, value. */
export function keptHeaders(
  answer: KeptAnswer,
  { known, requestId, limit, isOpen }: Facts,
): { status: 200 | 304; headers: string[] } {
  const headers = isOpen ? [...OPEN_HEADERS] : [...CLOSED_HEADERS]
  headers.push('etag', answer.etag, 'x-request-id', requestId)
  if (limit) addLimit(headers, limit)
  if (has(known, answer)) return { status: 304, headers }
  headers.push('content-length', String(answer.body.length))
  return { status: 200, headers }
}

/** Straight to the socket, past the hooks of answers that are made: what they would do is done here. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): void {
  reply.hijack()
  const isOpen = request.routeOptions.config.access === 'storefront'
  const known = request.headers['if-none-match']
  const { status, headers } = keptHeaders(answer, { known, requestId: request.id, limit: request.limitState, isOpen })
  reply.raw.writeHead(status, headers)
  reply.raw.end(status === 200 ? answer.body : undefined)
}

/** The caller has it already. */
function has(known: string | undefined, { etag }: KeptAnswer): boolean {
  if (known === undefined) return false
  return known === etag || known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

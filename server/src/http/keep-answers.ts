import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Ctx } from '../ctx.ts'
import type { AnswerCache, KeptAnswer } from './answer-cache.ts'
import { finalHeaders } from './finalise.ts'

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
    return has(request, answer) ? reply.code(304).send() : reply.send(answer.body)
  }
}

/**
 * Straight to the socket, past the hooks of answers that are made: what they would do is done here, and half of the time that
 * such an answer takes is saved.
 */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer, more: Headers): void {
  reply.hijack()
  const headers = {
    ...finalHeaders(request.id, request.limitState),
    ...more,
    ...KEPT_HEADERS,
    etag: answer.etag,
    'x-cache': 'HIT',
  }
  if (has(request, answer)) {
    reply.raw.writeHead(304, headers)
    reply.raw.end()
    return
  }
  reply.raw.writeHead(200, { ...headers, 'content-length': answer.body.length })
  reply.raw.end(answer.body)
}

type Headers = Record<string, string>

/** The caller has it already. */
function has({ headers }: FastifyRequest, { etag }: KeptAnswer): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known === etag || known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

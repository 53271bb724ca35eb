import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../kit/once.ts'
import { toAppError } from './errors.ts'
import { bodyOfRefusal } from './send-error.ts'

export type Handle = (reply: FastifyReply) => Promise<unknown>

/** What a caller needs besides the body. All other headers belong to the request that is answered, not to the answer. */
const KEPT_HEADERS = ['content-type', 'etag', 'location', 'retry-after', 'www-authenticate']
export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * An answer that is stored before it leaves. An attempt may be repeated after a deadlock, or end in a refusal: what it said about
 * its answer must not stay.
 */
export function holdAnswer(request: FastifyRequest, reply: FastifyReply) {
  const before = new Set(Object.keys(reply.getHeaders()))
  const reset = () => {
    reply.code(200)
    for (const name of Object.keys(reply.getHeaders())) if (!before.has(name)) reply.removeHeader(name)
  }
  reset()
  const payloadOf = (handle: Handle) => handle(guarded(reply))
  return {
    payloadOf,
    /** Whether what the handler has said of its answer, by now, is what this one has. */
    isAs: ({ status, headers }: Answer): boolean =>
      reply.statusCode === status && isDeepStrictEqual(keptHeaders(reply), headers),
    answerOf: async (handle: Handle): Promise<Answer> => {
      const payload = await payloadOf(handle)
      const body = payload === undefined ? '' : String(reply.serialize(payload as Record<string, unknown>))
      return { status: reply.statusCode, headers: keptHeaders(reply), body }
    },
    /** A fault of ours is no answer: it may be retried. */
    refusalOf: (error: unknown): Answer => {
      const refusal = toAppError(error)
      if (refusal.status >= 500) throw error
      reset()
      const headers = { 'content-type': JSON_TYPE, ...refusal.headers }
      return { status: refusal.status, headers, body: JSON.stringify(bodyOfRefusal(request, refusal)) }
    },
  }
}

/** Fails before a byte has left, in place of answering before the work is committed. */
function guarded(reply: FastifyReply): FastifyReply {
  const send = () => {
    throw new Error('A handler must return its answer and not send it: it is stored before it leaves.')
  }
  return Object.create(reply, { send: { value: send } })
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const set = KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : []))
  return { 'content-type': JSON_TYPE, ...Object.fromEntries(set) }
}

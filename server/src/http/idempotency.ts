import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Ctx, transaction } from '../ctx.ts'
import { AppError } from '../kit/errors.ts'
import { type Answer, AnsweredBefore, type StoredAnswer } from '../kit/once.ts'
import type { errorBody } from './finalise.ts'
import { type Handle, holdAnswer, JSON_TYPE } from './held-answer.ts'
import { claimKey, claimSteps, dropClaim, findAnswer, inUse, storeAnswer } from './idempotent-answers.ts'
import { fingerprintOf, IDEMPOTENCY_KEY, nameOf } from './request-name.ts'
import { versionTag } from './version-tag.ts'

/** A POST with an Idempotency-Key is done once, in the manner that its route says. */
export function answerOnce(route: RouteOptions): void {
  if (route.method !== 'POST' || route.config?.idempotency === 'none') return
  const handler = route.handler
  const answer = answerers[route.config?.idempotency ?? 'in one transaction']
  route.handler = function (request, reply) {
    const key = request.headers[IDEMPOTENCY_KEY]
    if (key === undefined) return handler.call(this, request, reply)
    return answer(request, reply, String(key), async (guarded) => handler.call(this, request, guarded))
  }
}

const answerers = { 'in one transaction': inOneTransaction, 'in one write': inOneWrite, stepwise }

/**
 * The work and the stored answer are committed together, before a byte of the answer is sent. So a crash leaves both or neither,
 * and there is no "in progress" row to clean up: while the first request is under way it holds an advisory lock, which the
 * database frees with the connection.
 */
async function inOneTransaction(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  handle: Handle,
): Promise<FastifyReply> {
  const fingerprint = fingerprintOf(request)
  const name = nameOf(request, key)
  const { answer, replayed } = await transaction(request.ctx, async (ctx) => {
    const stored = await claimKey(ctx, name)
    if (stored) return { answer: sameOf(stored, fingerprint), replayed: true }
    const answer = await firstAnswer(ctx, request, reply, handle)
    if (!(await storeAnswer(ctx, name, fingerprint, answer))) throw inUse()
    return { answer, replayed: false }
  })
  return sendAnswer(request, reply, answer, replayed)
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, replayed: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(answer.status).headers(answer.headers).serializer(String)
  return reply.send(bodyFor(request, answer, replayed))
}

/**
 * For work that is one statement to read and one to write: the first tells what is kept, the second keeps it. So a retry costs no
 * more than the request, and nothing is held in between. Of two at once the second finds the answer of the first.
 */
async function inOneWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  handle: Handle,
): Promise<FastifyReply> {
  const { ctx } = request
  const fingerprint = fingerprintOf(request)
  const name = nameOf(request, key)
  const held = holdAnswer(request, reply)
  let written: Answer | undefined
  const answerOf = (result: { version: number }): Answer => {
    written = writtenAnswer(request, reply, result)
    return written
  }
  request.ctx = { ...ctx, once: { key: name, fingerprint, answerOf } }
  try {
    await held.payloadOf(handle)
    if (!written || !held.isAs(written)) throw new Error('A route keeps another answer than it gives, or none.')
    return sendAnswer(request, reply, written, false)
  } catch (error) {
    if (error instanceof AnsweredBefore) return sendAnswer(request, reply, sameOf(error.stored, fingerprint), true)
    const refusal = held.refusalOf(error)
    if (await storeAnswer(ctx, name, fingerprint, refusal)) return sendAnswer(request, reply, refusal, false)
    const stored = await findAnswer(ctx, name)
    if (!stored) throw inUse()
    return sendAnswer(request, reply, sameOf(stored, fingerprint), true)
  }
}

/** With the status that the route has for its success. */
function writtenAnswer(request: FastifyRequest, reply: FastifyReply, result: { version: number }): Answer {
  const { response } = request.routeOptions.schema as { response: Record<string, unknown> }
  const status = Object.keys(response).find((code) => code.startsWith('2'))
  if (!status) throw new Error(`${request.routeOptions.url} declares no success`)
  const headers = { 'content-type': JSON_TYPE, etag: versionTag(result.version) }
  return { status: Number(status), headers, body: String(reply.serializeInput(result, status)) }
}

/**
 * For work that asks others, such as a bank, and so can't be one transaction. It is claimed before it is begun, and its answer is
 * kept when it is there. After a crash in between the next try does the work again once the claim is over: the work itself must
 * know what was done already, by `requestName`.
 */
async function stepwise(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  handle: Handle,
): Promise<FastifyReply> {
  const { ctx } = request
  const fingerprint = fingerprintOf(request)
  const name = nameOf(request, key)
  if (!(await claimSteps(ctx, name, fingerprint))) {
    const stored = await findAnswer(ctx, name)
    if (!stored) throw inUse()
    return sendAnswer(request, reply, sameOf(stored, fingerprint), true)
  }
  try {
    const answer = await stepAnswer(request, reply, handle)
    await keepIfPossible(ctx, name, fingerprint, answer)
    return sendAnswer(request, reply, answer, false)
  } catch (error) {
    await dropClaim(ctx, name).catch(() => {})
    throw error
  }
}

/**
 * The steps are done and can't be undone: a database that has no time for the answer does not make it untrue. Whoever were told to
 * come again would hear something else, as of a cart that has been emptied because it was sold out.
 */
async function keepIfPossible(ctx: Ctx, name: string, fingerprint: Buffer, answer: Answer): Promise<void> {
  try {
    if (await storeAnswer(ctx, name, fingerprint, answer)) return
    ctx.log.warn('an answer was not kept: another request has used its Idempotency-Key meanwhile')
  } catch (error) {
    ctx.log.warn({ err: error }, 'an answer could not be kept for its Idempotency-Key')
    // Nobody waits for it: the answer has waited long enough.
    void dropClaim(ctx, name).catch(() => {})
  }
}

async function stepAnswer(request: FastifyRequest, reply: FastifyReply, handle: Handle): Promise<Answer> {
  const held = holdAnswer(request, reply)
  try {
    return await held.answerOf(handle)
  } catch (error) {
    // Whoever is told to come back later comes with the same key.
    if (error instanceof AppError && error.headers['retry-after'] !== undefined) throw error
    return held.refusalOf(error)
  }
}

function sameOf({ fingerprint, status, ...answer }: StoredAnswer, asked: Buffer): Answer {
  if (status === null) throw inUse()
  if (fingerprint === asked.toString('hex')) return { status, ...answer }
  throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another request. Use a new key.')
}

/** Refusals are answers too: what the handler did is undone, and the refusal is stored. */
async function firstAnswer(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, handle: Handle): Promise<Answer> {
  const outside = request.ctx
  const held = holdAnswer(request, reply)
  try {
    return await transaction(ctx, (ctx) => {
      request.ctx = ctx
      return held.answerOf(handle)
    })
  } catch (error) {
    return held.refusalOf(error)
  } finally {
    request.ctx = outside
  }
}

/** A replayed refusal names the request that asked this time, as the header does. */
function bodyFor(request: FastifyRequest, answer: Answer, replayed: boolean): string {
  if (!replayed || answer.status < 400) return answer.body
  const body = JSON.parse(answer.body) as Partial<ReturnType<typeof errorBody>>
  return body.error ? JSON.stringify({ error: { ...body.error, requestId: request.id } }) : answer.body
}

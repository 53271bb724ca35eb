import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { type Ctx, transaction } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import type { Schedule } from '../jobs/job.ts'
import { networkOf } from '../kit/client-network.ts'
import { AppError, invalidRequest } from '../kit/errors.ts'
import { toAppError } from './errors.ts'
import type { errorBody } from './finalise.ts'
import { bodyOfRefusal } from './send-error.ts'

const HEADER = 'idempotency-key'
const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/
/** What a caller needs besides the body. All other headers belong to the request that is answered, not to the answer. */
const KEPT_HEADERS = ['content-type', 'etag', 'location', 'retry-after', 'www-authenticate']

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * A POST with an Idempotency-Key is one transaction: the work and the stored answer are committed together, before a
 * byte of the answer is sent. So a crash leaves both or neither, and there is no "in progress" row to clean up: while
 * the first request is under way it holds an advisory lock, which the database frees with the connection.
 */
export function answerOnce(route: RouteOptions): void {
  if (route.method !== 'POST' || route.config?.idempotency === 'none') return
  const handler = route.handler
  const answer = route.config?.idempotency === 'stepwise' ? stepwise : once
  route.handler = function (request, reply) {
    const key = request.headers[HEADER]
    if (key === undefined) return handler.call(this, request, reply)
    return answer(request, reply, String(key), async (guarded) => handler.call(this, request, guarded))
  }
}

/** By what a retry of the same request is known again; null where the caller sends no key. */
export function requestName(request: FastifyRequest): string | null {
  const key = request.headers[HEADER]
  return key === undefined ? null : nameOf(request, String(key))
}

function nameOf(request: FastifyRequest, key: string): string {
  if (!KEY_SHAPE.test(key)) {
    throw invalidRequest('The Idempotency-Key must have 1 to 255 printable ASCII characters and no spaces.')
  }
  const { url, routeOptions } = request
  const where = routeOptions.config.idempotencyScope === 'path' ? `${url.split('?', 1)[0]} ` : ''
  return `${whoseOf(request)}${where}${key}`
}

type Handle = (reply: FastifyReply) => Promise<unknown>

async function once(request: FastifyRequest, reply: FastifyReply, key: string, handle: Handle): Promise<FastifyReply> {
  const fingerprint = fingerprintOf(request)
  const name = nameOf(request, key)
  const { answer, replayed } = await transaction(request.ctx, async (ctx) => {
    const stored = await claim(ctx, name)
    if (stored) return { answer: sameOf(stored, fingerprint), replayed: true }
    const answer = await firstAnswer(ctx, request, reply, handle)
    await store(ctx, name, fingerprint, answer)
    return { answer, replayed: false }
  })
  return sendAnswer(request, reply, answer, replayed)
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, replayed: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(answer.status).headers(answer.headers).serializer(String)
  return reply.send(bodyFor(request, answer, replayed))
}

/** Longer than any handler may take (`http/deadline.ts`): whoever has claimed it by then is dead. */
const CLAIM_MS = 20_000

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
    await store(ctx, name, fingerprint, answer)
    return sendAnswer(request, reply, answer, false)
  } catch (error) {
    await dropClaim(ctx, name).catch(() => {})
    throw error
  }
}

async function stepAnswer(request: FastifyRequest, reply: FastifyReply, handle: Handle): Promise<Answer> {
  const fresh = freshReply(reply)
  try {
    const payload = await handle(fresh.guarded)
    const body = payload === undefined ? '' : String(reply.serialize(payload as Record<string, unknown>))
    return { status: reply.statusCode, headers: fresh.kept(), body }
  } catch (error) {
    // Whoever is told to come back later comes with the same key.
    if (error instanceof AppError && error.headers['retry-after'] !== undefined) throw error
    return refusalOf(error, request, fresh)
  }
}

function sameOf(stored: StoredAnswer, fingerprint: Buffer): StoredAnswer {
  if (stored.fingerprint.equals(fingerprint)) return stored
  throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another request. Use a new key.')
}

/** Refusals are answers too: what the handler did is undone, and the refusal is stored. A fault of ours is not: it may be retried. */
async function firstAnswer(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, handle: Handle): Promise<Answer> {
  const outside = request.ctx
  const fresh = freshReply(reply)
  try {
    return await transaction(ctx, async (ctx) => {
      request.ctx = ctx
      const payload = await handle(fresh.guarded)
      const body = payload === undefined ? '' : String(reply.serialize(payload as Record<string, unknown>))
      return { status: reply.statusCode, headers: fresh.kept(), body }
    })
  } catch (error) {
    return refusalOf(error, request, fresh)
  } finally {
    request.ctx = outside
  }
}

function refusalOf(error: unknown, request: FastifyRequest, fresh: ReturnType<typeof freshReply>): Answer {
  const refusal = toAppError(error)
  if (refusal.status >= 500) throw error
  fresh.reset()
  const headers = { 'content-type': JSON_TYPE, ...refusal.headers }
  return { status: refusal.status, headers, body: JSON.stringify(bodyOfRefusal(request, refusal)) }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** An attempt may be repeated after a deadlock, or end in a refusal: what it said about its answer must not stay. */
function freshReply(reply: FastifyReply) {
  const before = new Set(Object.keys(reply.getHeaders()))
  const reset = () => {
    reply.code(200)
    for (const name of Object.keys(reply.getHeaders())) if (!before.has(name)) reply.removeHeader(name)
  }
  reset()
  const send = () => {
    throw new Error('A handler must return its answer and not send it: it is stored before it leaves.')
  }
  return {
    reset,
    /** Fails before a byte has left, in place of answering before the work is committed. */
    guarded: Object.create(reply, { send: { value: send } }) as FastifyReply,
    kept: (): Record<string, string> => {
      const set = KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : []))
      return { 'content-type': JSON_TYPE, ...Object.fromEntries(set) }
    },
  }
}

/** A replayed refusal names the request that asked this time, as the header does. */
function bodyFor(request: FastifyRequest, answer: Answer, replayed: boolean): string {
  if (!replayed || answer.status < 400) return answer.body
  const body = JSON.parse(answer.body) as Partial<ReturnType<typeof errorBody>>
  return body.error ? JSON.stringify({ error: { ...body.error, requestId: request.id } }) : answer.body
}

/**
 * All keys of a workspace are one caller: a retry may come with the next key. A visitor has shown nothing, and visitors choose
 * weak keys such as `1`: what one was answered, which may be a cart, is not for another at another address. A key has no
 * blanks, so nobody can write somebody else's name before it.
 */
function whoseOf({ ctx: { caller }, ip }: FastifyRequest): string {
  if (caller.kind === 'member') return `member ${caller.userId} `
  if (caller.kind !== 'visitor') return ''
  return `visitor ${createHash('sha256').update(networkOf(ip)).digest('base64url').slice(0, 22)} `
}

function fingerprintOf(request: FastifyRequest): Buffer {
  const { method, url, body } = request
  // A file is hashed as it is: as JSON it would be four times as long.
  const sent = Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null, inOrder)
  return createHash('sha256').update(`${method}\n${url}\n`).update(sent).digest()
}

/** The same fields in another order are the same request. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const StoredAnswer = Type.Object({
  fingerprint: Type.Unsafe<Buffer>({}),
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
})
type StoredAnswer = Type.Static<typeof StoredAnswer>

const Lock = Type.Object({ taken: Type.Boolean() })

/** Two statements, not one: the answer must be looked for after the lock was got, or the other's commit is not seen. */
async function claim(ctx: Ctx, key: string) {
  const { taken } = await ctx.db.one(
    Lock,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, hashtext(${ctx.environmentId}))) as taken`,
  )
  if (!taken) throw inUse()
  return findAnswer(ctx, key)
}

const inUse = () =>
  new AppError('idempotency_key_in_use', 'A request with this Idempotency-Key is under way. Try again shortly.', {
    headers: { 'retry-after': '1' },
  })

const findAnswer = (ctx: Ctx, key: string) =>
  ctx.db.row(
    StoredAnswer,
    sql`
      select fingerprint, status, headers, body
      from idempotent_answers
      where environment_id = ${ctx.environmentId} and key = ${key} and status is not null
        and created_at > ${ctx.now}::timestamptz - interval '24 hours'`,
  )

/** Says whether it is ours: nobody has it, or whoever had it is dead, or its day is over. */
const claimSteps = async (ctx: Ctx, key: string, fingerprint: Buffer): Promise<boolean> => {
  const until = new Date(ctx.now.getTime() + CLAIM_MS)
  const count = await ctx.db.run(sql`
    insert into idempotent_answers (environment_id, key, fingerprint, headers, body, created_at, claimed_until)
    values (${ctx.environmentId}, ${key}, ${fingerprint}, '{}', '', ${ctx.now}, ${until})
    on conflict (environment_id, key) do update
    set fingerprint = excluded.fingerprint, status = null, headers = '{}', body = '', created_at = excluded.created_at,
        claimed_until = excluded.claimed_until
    where idempotent_answers.created_at <= ${ctx.now}::timestamptz - interval '24 hours'
      or (idempotent_answers.status is null and idempotent_answers.claimed_until <= ${ctx.now})`)
  return count === 1
}

const dropClaim = (ctx: Ctx, key: string) =>
  ctx.db.run(sql`
    delete from idempotent_answers
    where environment_id = ${ctx.environmentId} and key = ${key} and status is null`)

const store = (ctx: Ctx, key: string, fingerprint: Buffer, answer: Answer) =>
  ctx.db.run(sql`
    insert into idempotent_answers (environment_id, key, fingerprint, status, headers, body, created_at)
    values (${ctx.environmentId}, ${key}, ${fingerprint}, ${answer.status}, ${answer.headers}, ${answer.body}, ${ctx.now})
    on conflict (environment_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at`)

/** An answer is kept for 24 hours; after that its key is as good as new. */
export const forgetOldAnswers: Schedule = {
  name: 'idempotency.forget',
  cron: '17 * * * *',
  run: async (ctx) => {
    await ctx.db.run(sql`
      /* all environments: house keeping of the installation */
      delete from idempotent_answers
      where created_at < ${ctx.now}::timestamptz - interval '24 hours'`)
  },
}

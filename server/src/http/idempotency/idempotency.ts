import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Ctx, transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { IdempotentReplay, type RecordedResponse, type StoredResponse } from '../../kit/idempotency.ts'
import { toAppError } from '../responses/error-mapping.ts'
import { toEtag } from '../responses/etag.ts'
import { type errorBody, JSON_TYPE } from '../responses/response-headers.ts'
import { errorBodyFor } from '../responses/send-error.ts'
import { fingerprintOf, IDEMPOTENCY_KEY, toScopedKey } from './idempotency-key.ts'
import {
  claimKey,
  deleteClaim,
  findStoredResponse,
  insertClaim,
  keyInUseError,
  storeResponse,
} from './stored-responses.ts'

/** A POST with an Idempotency-Key runs once, by the strategy its route declares. */
export function makeIdempotent(route: RouteOptions): void {
  if (route.method !== 'POST' || route.config?.idempotency === 'none') return
  const handler = route.handler
  const execute = strategies[route.config?.idempotency ?? 'transaction']
  route.handler = function (request, reply) {
    const key = request.headers[IDEMPOTENCY_KEY]
    if (key === undefined) return handler.call(this, request, reply)
    return execute(request, reply, String(key), async (guardedReply) => handler.call(this, request, guardedReply))
  }
}

const strategies = { transaction: executeInTransaction, 'single-write': executeInSingleWrite, claim: executeWithClaim }

/**
 * The work and the stored response are committed together, before a byte of the response is sent. So a crash leaves
 * both or neither, and there is no "in progress" row to clean up: while the first request runs it holds an advisory
 * lock, which the database releases with the connection.
 */
async function executeInTransaction(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  run: RunHandler,
): Promise<FastifyReply> {
  const fingerprint = fingerprintOf(request)
  const scopedKey = toScopedKey(request, key)
  const { response, replayed } = await transaction(request.ctx, async (ctx) => {
    const stored = await claimKey(ctx, scopedKey)
    if (stored) return { response: replayStored(stored, fingerprint), replayed: true }
    const response = await runInTransaction(ctx, request, reply, run)
    if (!(await storeResponse(ctx, scopedKey, fingerprint, response))) throw keyInUseError()
    return { response, replayed: false }
  })
  return sendResponse(request, reply, response, replayed)
}

function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: RecordedResponse,
  replayed: boolean,
): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(response.status).headers(response.headers).serializer(String)
  return reply.send(replayBody(request, response, replayed))
}

/**
 * For work that is one statement to read and one to write: the first returns a stored response, the second stores it.
 * So a retry costs no more than the request, and nothing is locked in between. Of two concurrent requests the second
 * finds the response of the first.
 */
async function executeInSingleWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  run: RunHandler,
): Promise<FastifyReply> {
  const { ctx } = request
  const fingerprint = fingerprintOf(request)
  const scopedKey = toScopedKey(request, key)
  const buffered = bufferResponse(request, reply)
  let writtenResponse: RecordedResponse | undefined
  const toResponse = (result: { version: number }): RecordedResponse => {
    writtenResponse = toWrittenResponse(request, reply, result)
    return writtenResponse
  }
  request.ctx = { ...ctx, idempotency: { key: scopedKey, fingerprint, toResponse } }
  try {
    await buffered.runHandler(run)
    if (!writtenResponse || !buffered.matches(writtenResponse))
      throw new Error('A route must store the same response that it sends.')
    return sendResponse(request, reply, writtenResponse, false)
  } catch (error) {
    if (error instanceof IdempotentReplay)
      return sendResponse(request, reply, replayStored(error.stored, fingerprint), true)
    const errorResponse = buffered.captureError(error)
    if (await storeResponse(ctx, scopedKey, fingerprint, errorResponse))
      return sendResponse(request, reply, errorResponse, false)
    const stored = await findStoredResponse(ctx, scopedKey)
    if (!stored) throw keyInUseError()
    return sendResponse(request, reply, replayStored(stored, fingerprint), true)
  }
}

/** Uses the route's success status. */
function toWrittenResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  result: { version: number },
): RecordedResponse {
  const { response } = request.routeOptions.schema as { response: Record<string, unknown> }
  const status = Object.keys(response).find((code) => code.startsWith('2'))
  if (!status) throw new Error(`${request.routeOptions.url} declares no success`)
  const headers = { 'content-type': JSON_TYPE, etag: toEtag(result.version) }
  return { status: Number(status), headers, body: String(reply.serializeInput(result, status)) }
}

/**
 * For work that calls external services, such as a bank, and so can't be one transaction. The key is claimed before the
 * work starts, and the response stored when it is complete. After a crash in between, the next attempt repeats the work
 * once the claim expires: the work itself must recognize what was done already, by `idempotencyKeyOf`.
 */
async function executeWithClaim(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  run: RunHandler,
): Promise<FastifyReply> {
  const { ctx } = request
  const fingerprint = fingerprintOf(request)
  const scopedKey = toScopedKey(request, key)
  if (!(await insertClaim(ctx, scopedKey, fingerprint))) {
    const stored = await findStoredResponse(ctx, scopedKey)
    if (!stored) throw keyInUseError()
    return sendResponse(request, reply, replayStored(stored, fingerprint), true)
  }
  try {
    const response = await runClaimed(request, reply, run)
    await tryStoreResponse(ctx, scopedKey, fingerprint, response)
    return sendResponse(request, reply, response, false)
  } catch (error) {
    await deleteClaim(ctx, scopedKey).catch(() => {})
    throw error
  }
}

/**
 * The steps are done and can't be undone: a database too busy to store the response does not make it untrue. A retry
 * could get a different one, such as for a cart emptied because it sold out.
 */
async function tryStoreResponse(
  ctx: Ctx,
  scopedKey: string,
  fingerprint: Buffer,
  response: RecordedResponse,
): Promise<void> {
  try {
    if (await storeResponse(ctx, scopedKey, fingerprint, response)) return
    ctx.log.warn('response not stored: another request has used its Idempotency-Key')
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not store the response for its Idempotency-Key')
    // Not awaited: the response is late already.
    void deleteClaim(ctx, scopedKey).catch(() => {})
  }
}

async function runClaimed(request: FastifyRequest, reply: FastifyReply, run: RunHandler): Promise<RecordedResponse> {
  const buffered = bufferResponse(request, reply)
  try {
    return await buffered.capture(run)
  } catch (error) {
    // A client that retries later uses the same key.
    if (error instanceof AppError && error.headers['retry-after'] !== undefined) throw error
    return buffered.captureError(error)
  }
}

function replayStored(
  { fingerprint, status, ...response }: StoredResponse,
  requestFingerprint: Buffer,
): RecordedResponse {
  if (status === null) throw keyInUseError()
  if (fingerprint === requestFingerprint.toString('hex')) return { status, ...response }
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new key.',
  )
}

/** Rejections are responses too: the handler's work is rolled back, and the rejection is stored. */
async function runInTransaction(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  run: RunHandler,
): Promise<RecordedResponse> {
  const outerCtx = request.ctx
  const buffered = bufferResponse(request, reply)
  try {
    return await transaction(ctx, (ctx) => {
      request.ctx = ctx
      return buffered.capture(run)
    })
  } catch (error) {
    return buffered.captureError(error)
  } finally {
    request.ctx = outerCtx
  }
}

/** A replayed rejection carries the id of the current request, as the header does. */
function replayBody(request: FastifyRequest, response: RecordedResponse, replayed: boolean): string {
  if (!replayed || response.status < 400) return response.body
  const body = JSON.parse(response.body) as Partial<ReturnType<typeof errorBody>>
  return body.error ? JSON.stringify({ error: { ...body.error, requestId: request.id } }) : response.body
}

export type RunHandler = (reply: FastifyReply) => Promise<unknown>

/** Headers a client needs with the body. All others belong to the current request, not to the stored response. */
const STORED_HEADERS = ['content-type', 'etag', 'location', 'retry-after', 'www-authenticate']

/**
 * A response that is stored before it is sent. An attempt may be repeated after a deadlock, or end in a rejection: its
 * headers and status must not leak into the next one.
 */
export function bufferResponse(request: FastifyRequest, reply: FastifyReply) {
  const before = new Set(Object.keys(reply.getHeaders()))
  const reset = () => {
    reply.code(200)
    for (const name of Object.keys(reply.getHeaders())) if (!before.has(name)) reply.removeHeader(name)
  }
  reset()
  const runHandler = (run: RunHandler) => run(withoutSend(reply))
  return {
    runHandler,
    /** Whether the handler's status and headers so far equal those of this response. */
    matches: ({ status, headers }: RecordedResponse): boolean =>
      reply.statusCode === status && isDeepStrictEqual(storedHeaders(reply), headers),
    capture: async (run: RunHandler): Promise<RecordedResponse> => {
      const payload = await runHandler(run)
      const body = payload === undefined ? '' : String(reply.serialize(payload as Record<string, unknown>))
      return { status: reply.statusCode, headers: storedHeaders(reply), body }
    },
    /** Server errors are not stored: the request may be retried. */
    captureError: (error: unknown): RecordedResponse => {
      const appError = toAppError(error)
      if (appError.status >= 500) throw error
      reset()
      const headers = { 'content-type': JSON_TYPE, ...appError.headers }
      return { status: appError.status, headers, body: JSON.stringify(errorBodyFor(request, appError)) }
    },
  }
}

/** Fails before a byte is sent, instead of responding before the work is committed. */
function withoutSend(reply: FastifyReply): FastifyReply {
  const send = () => {
    throw new Error('A handler must return its response, not send it: the response is stored before it is sent.')
  }
  return Object.create(reply, { send: { value: send } })
}

function storedHeaders(reply: FastifyReply): Record<string, string> {
  const set = STORED_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : []))
  return { 'content-type': JSON_TYPE, ...Object.fromEntries(set) }
}

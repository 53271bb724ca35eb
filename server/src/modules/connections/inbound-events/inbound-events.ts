import { type Ctx, hasAdminRights, type SystemCtx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import type { InboundHandler, Provider } from '../../../events/inbound-handler.ts'
import { enqueueByName } from '../../../jobs/job.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { countRejection, touchLastEvent } from '../queries.ts'
import { RETENTION_DAYS } from '../signatures/body-signatures.ts'
import type { SigningProvider } from '../signatures/signatures.ts'
import type { SignedRequest } from '../signatures/signed-request.ts'
import { identifyEvent, keepHeaders, parseJson } from './identify-event.ts'
import * as queries from './queries.ts'
import type { InboundEvent, InboundEventDetails, InboundEventsQuery } from './schemas.ts'
import { readSearchTerms } from './search-terms.ts'

/** Two days. */
export const PROCESS_JOB = { name: 'connections.process', maxAttempts: 18 }

export type ReceivedRequest = Pick<SignedRequest, 'body' | 'headers'>

export interface Receipt {
  id: InboundEvent['id'] | undefined
  isDuplicate: boolean
}

/**
 * Stores an event whose signature was verified. When this returns, it is committed and will be processed: only now may
 * the provider be told that we have it. The same event again is only counted.
 */
export async function receiveEvent(
  ctx: Ctx,
  provider: SigningProvider,
  request: ReceivedRequest,
  isActive: boolean,
): Promise<Receipt> {
  const { body, headers } = request
  const identity = identifyEvent(provider, request)
  const { emails, terms } = readSearchTerms(parseJson(body))
  const row: queries.NewEventRow = {
    id: newId('ine'),
    provider,
    ...identity,
    body,
    headers: keepHeaders(headers),
    emails,
    search: toSearch([identity.topic, identity.externalId ?? '', ...emails, ...terms]),
  }
  const stored = isActive
    ? await queries.insertEvent(ctx, row, PROCESS_JOB)
    : await queries.insertIgnoredEvent(ctx, row, 'The connection was inactive. Activate it, then replay the event.')
  await touchLastEvent(ctx, provider)
  if (stored) return { id: stored.id, isDuplicate: false }
  return { id: (await queries.countDuplicate(ctx, provider, row.identity))?.id, isDuplicate: true }
}

const MAX_SEARCH_LENGTH = 2000
const toSearch = (terms: string[]) =>
  [...new Set(terms.map((term) => term.toLowerCase()))].join(' ').slice(0, MAX_SEARCH_LENGTH)

/** Keeps the last rejections of a provider, so that people see why nothing arrives. */
export async function rejectEvent(
  ctx: Ctx,
  provider: Provider,
  { body, headers }: ReceivedRequest,
  note: string,
): Promise<void> {
  const rejection = { id: newId('ine'), provider, sizeBytes: body.length, headers: keepHeaders(headers), note }
  await transaction(ctx, async (ctx) => {
    await countRejection(ctx, provider)
    await queries.insertRejection(ctx, rejection)
    await queries.deleteOldRejections(ctx, provider)
  })
}

export interface EmailReceipt {
  provider: Provider
  emailId: `eml_${string}`
  sizeBytes: number
  status: 'processed' | 'ignored'
}

/** An entry for an email. The email itself, what became of it and why are at `/v1/mail`. */
export const recordEmail = async (ctx: Ctx, { provider, emailId, sizeBytes, status }: EmailReceipt): Promise<void> => {
  await queries.upsertEmailEvent(ctx, { id: newId('ine'), provider, emailId, sizeBytes, status })
}

/** Runs the provider's handler. An error is shown in the log, and the job tries again. */
export async function processEvent(ctx: Ctx, handlers: InboundHandler[], id: string): Promise<void> {
  const row = await queries.findEvent(ctx, id)
  if (!row || (row.status !== 'received' && row.status !== 'failed')) return
  const finish = (status: 'processed' | 'ignored', note?: string) =>
    queries.finishEvent(ctx, row.id, status, note?.slice(0, MAX_NOTE_LENGTH) ?? null)
  const handler = handlers.find(({ provider }) => provider === row.provider)
  if (!handler) return void (await finish('ignored', 'Nothing processes the events of this provider.'))
  if (row.body === null) return void (await finish('ignored', 'Its content was erased.'))
  const body = parseJson(row.body)
  if (body === undefined) return void (await finish('ignored', 'The body is not JSON.'))
  try {
    const { provider, topic, headers, receivedAt } = row
    const externalId = row.externalId ?? ''
    const { status, note } = await handler.run(ctx, {
      id: row.id,
      provider,
      topic,
      externalId,
      body,
      headers,
      receivedAt,
    })
    await finish(status, note)
  } catch (error) {
    await queries.recordFailure(ctx, row.id, toNote(error))
    throw error
  }
}

const MAX_NOTE_LENGTH = 500
const toNote = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, MAX_NOTE_LENGTH)

export async function listEvents(ctx: Ctx, query: InboundEventsQuery): Promise<Page<InboundEvent>> {
  const page = keyset(query)
  return toPage(await queries.listEvents(ctx, page, query, toLikePattern(query.q)), page)
}

const toLikePattern = (q: string | undefined): string | null =>
  q === undefined
    ? null
    : `%${q
        .trim()
        .toLowerCase()
        .replaceAll(/[\\%_]/g, '\\$&')}%`

export async function getEvent(ctx: Ctx, id: string): Promise<InboundEventDetails> {
  const { body, ...row } = await getRow(ctx, id)
  return { ...row, body: body && hasAdminRights(ctx.caller) ? body.toString('utf8') : null }
}

/** Processes it once more, whatever became of it. */
export function replayEvent(ctx: Ctx, id: string): Promise<InboundEvent> {
  return transaction(ctx, async (ctx) => {
    const { emailId } = await getRow(ctx, id)
    if (!(await queries.reopenEvent(ctx, id))) {
      throw new AppError(
        'conflict',
        emailId ? 'This is an email. Use POST /v1/mail/:id/release.' : 'The content of this event is not stored.',
      )
    }
    await enqueueByName(ctx, PROCESS_JOB, { eventId: id })
    const { body, headers, ...event } = await getRow(ctx, id)
    return event
  })
}

async function getRow(ctx: Ctx, id: string): Promise<queries.EventRow> {
  const row = await queries.findEvent(ctx, id)
  if (!row) throw notFound('inbound event', id)
  return row
}

const DAY_MS = 86_400_000

export async function pruneEvents(ctx: SystemCtx): Promise<void> {
  const before = new Date(ctx.now.getTime() - RETENTION_DAYS * DAY_MS)
  while (!ctx.signal.aborted && (await queries.pruneEvents(ctx, before)) > 0);
}

import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { emit, toEventRows } from '../../events/emit.ts'
import type { EventType } from '../../events/event-schemas.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  cancelPending,
  findDelivery,
  listReplayEvents,
  type PendingDelivery,
  upsertPending,
} from './delivery-queries.ts'
import { enqueueDisabledEmail } from './jobs.ts'
import * as queries from './queries.ts'
import {
  MAX_ENDPOINTS,
  MAX_REPLAY,
  type NewWebhookEndpoint,
  type WebhookDeliveryDetails,
  type WebhookEndpoint,
  type WebhookEndpointChanges,
  type WebhookEndpointWithSecret,
  type WebhookReplay,
  type WebhookReplayResult,
} from './schemas.ts'
import { newWebhookSecret, sealSecret } from './secrets.ts'

const KIND = 'standard'
/** How long the secret before a rotation signs as well. */
const OVERLAP_MS = 24 * 3_600_000

export function createEndpoint(ctx: Ctx, input: NewWebhookEndpoint): Promise<WebhookEndpointWithSecret> {
  assertUrl(ctx, input.url)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    if ((await queries.countEndpoints(ctx)).count >= MAX_ENDPOINTS) {
      throw new AppError('conflict', `A shop can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`, {
        fields: { limit: MAX_ENDPOINTS },
      })
    }
    const id = newId('whe')
    const secret = newWebhookSecret()
    const row = await queries.insertEndpoint(ctx, {
      id,
      kind: KIND,
      url: input.url,
      description: input.description ?? '',
      events: input.events,
      isActive: input.active ?? true,
      sealedSecret: sealSecret(ctx, { id, kind: KIND }, secret),
    })
    await emit(ctx, 'webhook_endpoint.created', { endpointId: id })
    return { ...toEndpoint(row), secret }
  })
}

export function changeEndpoint(
  ctx: Ctx,
  id: WebhookEndpoint['id'],
  changes: WebhookEndpointChanges,
  ifMatch?: string,
): Promise<WebhookEndpoint> {
  if (changes.url !== undefined) assertUrl(ctx, changes.url)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await getRow(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const url = changes.url ?? before.url
    const isActive = changes.active ?? before.isActive
    const row = await queries.updateEndpoint(ctx, id, {
      url,
      description: changes.description ?? before.description,
      events: changes.events ?? before.events,
      isActive,
      isActivated: isActive && !before.isActive,
      isNewTarget: isActive !== before.isActive || url !== before.url,
    })
    if (!isActive) await cancelPending(ctx, id)
    await emit(ctx, 'webhook_endpoint.updated', { endpointId: id })
    return toEndpoint(row)
  })
}

/** Its deliveries stay in the log. */
export function deleteEndpoint(ctx: Ctx, id: WebhookEndpoint['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    assertIfMatch(ifMatch, (await getRow(ctx, id)).version)
    await removeEndpoint(ctx, id)
    await emit(ctx, 'webhook_endpoint.deleted', { endpointId: id })
  })
}

async function removeEndpoint(ctx: Ctx, id: string): Promise<void> {
  await queries.deleteEndpoint(ctx, id)
  await cancelPending(ctx, id)
}

/** Requests are signed with both secrets for a day, so that the receiver can change over at any time. */
export function rotateSecret(ctx: Ctx, id: WebhookEndpoint['id']): Promise<WebhookEndpointWithSecret> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    await getRow(ctx, id)
    const secret = newWebhookSecret()
    const previousUntil = new Date(ctx.now.getTime() + OVERLAP_MS)
    const row = await queries.rotateSecret(ctx, id, sealSecret(ctx, { id, kind: KIND }, secret), previousUntil)
    await emit(ctx, 'webhook_endpoint.updated', { endpointId: id })
    return { ...toEndpoint(row), secret }
  })
}

export const getEndpoint = async (ctx: Ctx, id: string): Promise<WebhookEndpoint> => toEndpoint(await getRow(ctx, id))

export async function listEndpoints(ctx: Ctx, request: PageRequest): Promise<Page<WebhookEndpoint>> {
  const page = keyset(request)
  const { data, nextCursor } = toPage(await queries.listEndpoints(ctx, page), page)
  return { data: data.map(toEndpoint), nextCursor }
}

/** An event for this endpoint only. It does not wait for its position in the feed. */
export function sendTestEvent(ctx: Ctx, id: WebhookEndpoint['id']): Promise<WebhookDeliveryDetails> {
  return transaction(ctx, async (ctx) => {
    await getRow(ctx, id)
    const eventId = newId('evt')
    const eventType: EventType = 'webhook_endpoint.test'
    const rows = toEventRows([{ id: eventId, type: eventType, data: { endpointId: id } }])
    await ctx.db.run(sql`select emit_events(${ctx.environmentId}, ${rows}::jsonb, ${ctx.now})`)
    const deliveryId = newId('whd')
    await replay(ctx, id, [{ id: deliveryId, eventId, eventType, position: null }])
    return getDelivery(ctx, deliveryId)
  })
}

export async function getDelivery(ctx: Ctx, id: string): Promise<WebhookDeliveryDetails> {
  const delivery = await findDelivery(ctx, id)
  if (!delivery) throw notFound('webhook delivery', id)
  return delivery
}

/** Sends it again, whatever became of it. */
export function replayDelivery(ctx: Ctx, id: string): Promise<WebhookDeliveryDetails> {
  return transaction(ctx, async (ctx) => {
    const { endpointId, eventId, eventType } = await getDelivery(ctx, id)
    await replay(ctx, endpointId, [{ id, eventId, eventType, position: null }])
    return getDelivery(ctx, id)
  })
}

export function replayEvents(ctx: Ctx, id: WebhookEndpoint['id'], period: WebhookReplay): Promise<WebhookReplayResult> {
  return transaction(ctx, async (ctx) => {
    await getRow(ctx, id)
    const events = await listReplayEvents(ctx, id, period, MAX_REPLAY + 1)
    if (events.length > MAX_REPLAY) {
      throw invalidRequest('The period has too many events. Choose a shorter one, and replay the rest afterwards.', [
        { path: '/from', message: `must leave at most ${MAX_REPLAY} events`, limit: MAX_REPLAY },
      ])
    }
    await replay(
      ctx,
      id,
      events.map((event) => ({ id: newId('whd'), ...event })),
    )
    return { count: events.length }
  })
}

async function replay(ctx: Ctx, endpointId: string, deliveries: PendingDelivery[]): Promise<void> {
  const endpoint = await queries.findActivity(ctx, endpointId)
  if (!endpoint) throw new AppError('conflict', 'The endpoint has been deleted.', { fields: { endpointId } })
  if (!endpoint.isActive) {
    throw new AppError('conflict', 'The endpoint is inactive. Activate it first.', { fields: { endpointId } })
  }
  await upsertPending(ctx, endpointId, deliveries)
  await queries.endPause(ctx, endpointId)
}

/** Sends nothing more, and notifies the team by email and by an event. */
export function disableEndpoint(ctx: Ctx, id: WebhookEndpoint['id'], reason: 'failing' | 'gone'): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await queries.disableEndpoint(ctx, id, reason)
    if (!row) return
    await cancelPending(ctx, id)
    await emit(ctx, 'webhook_endpoint.disabled', { endpointId: id, reason })
    await enqueueDisabledEmail(ctx, row.url, reason)
  })
}

interface SingleEndpoint {
  kind: string
  url: string
  secret: string
  events: EventType[]
}

/** For a format of which an environment has one endpoint. What is pending goes to the new URL. */
export function putSingleEndpoint(ctx: Ctx, { kind, url, secret, events }: SingleEndpoint) {
  assertUrl(ctx, url)
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const before = await queries.findEndpointOfKind(ctx, kind)
    const id = before?.id ?? newId('whe')
    const sealedSecret = sealSecret(ctx, { id, kind }, secret)
    if (before) return queries.replaceTarget(ctx, id, { url, events, sealedSecret })
    return queries.insertEndpoint(ctx, { id, kind, url, description: '', events, isActive: true, sealedSecret })
  })
}

export const findSingleEndpoint = (ctx: Ctx, kind: string) => queries.findEndpointOfKind(ctx, kind)

/** False if there was none. */
export function deleteSingleEndpoint(ctx: Ctx, kind: string): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const endpoint = await queries.findEndpointOfKind(ctx, kind)
    if (endpoint) await removeEndpoint(ctx, endpoint.id)
    return endpoint !== undefined
  })
}

async function getRow(ctx: Ctx, id: string): Promise<queries.EndpointRow> {
  const row = await queries.findEndpoint(ctx, id)
  if (!row) throw notFound('webhook endpoint', id)
  return row
}

function assertUrl(ctx: Ctx, url: string): void {
  const message = ctx.external.validateWebhookUrl(url, { allowHttp: ctx.mode === 'test' })
  if (message) throw invalidRequest('The URL is not valid.', [{ path: '/url', message }])
}

const toEndpoint = ({ isActive, ...row }: queries.EndpointRow): WebhookEndpoint => ({ ...row, active: isActive })

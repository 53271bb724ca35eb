import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { enqueueByName } from '../../jobs/job.ts'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { type ShopDetails, type ShopSource, ShopSourceError } from '../../ports/shop-source.ts'
import {
  deleteConnection as deleteInboundConnection,
  getConnection as getInboundConnection,
  saveConnection as saveInboundConnection,
} from '../connections/connections.ts'
import * as queries from './connection-queries.ts'
import type { ShopifyConnection, ShopifyConnectionInput } from './schemas.ts'

export const SUBSCRIBE_JOB = { name: 'shopify.subscribe', maxAttempts: 8 }

/** Verifies the token first: otherwise the first sync would find out that it is invalid. */
export async function connectShopify(ctx: Ctx, input: ShopifyConnectionInput): Promise<ShopifyConnection> {
  assertLive(ctx)
  const details = await verify(ctx, input)
  await transaction(ctx, async (ctx) => {
    const existing = await queries.findConnection(ctx)
    if (existing && existing.shop !== details.domain) await queries.forgetObjects(ctx)
    const { domain: shop, name, currency, scopes, apiVersion } = details
    const sealedToken = encrypt(input.accessToken, ctx.secretFor('shopify'), ctx.environmentId)
    await queries.upsertConnection(ctx, { shop, name, currency, scopes, apiVersion, sealedToken })
    await saveInboundConnection(ctx, 'shopify', { secret: input.clientSecret, active: true })
    await enqueueByName(ctx, SUBSCRIBE_JOB, {})
    await emit(ctx, 'shopify_connection.updated', { shop, status: 'active' })
  })
  return getConnection(ctx)
}

async function verify(ctx: Ctx, { shop, accessToken }: ShopifyConnectionInput): Promise<ShopDetails> {
  try {
    return await ctx.external.shopifyAt({ shop, token: accessToken }).verify(ctx.signal)
  } catch (error) {
    if (!(error instanceof ShopSourceError)) throw error
    if (error.isRetryable) throw new AppError('unavailable', error.message, { cause: error })
    const path = error.code === 'unauthorized' ? '/accessToken' : '/shop'
    throw invalidRequest(error.message, [{ path, message: 'is not accepted by Shopify' }])
  }
}

export async function getConnection(ctx: Ctx): Promise<ShopifyConnection> {
  const lastSyncedAt = (await queries.findLastSync(ctx))?.finishedAt ?? null
  if (ctx.mode === 'test') return { ...(await describeSample(ctx)), lastSyncedAt }
  const stored = await queries.findConnection(ctx)
  if (!stored) return { ...NOT_CONNECTED, lastSyncedAt }
  const { sealedToken: _, webhooksSubscribedAt, webhooksError, ...fields } = stored
  return { ...fields, webhooks: { subscribedAt: webhooksSubscribedAt, error: webhooksError }, lastSyncedAt }
}

const NOT_CONNECTED: Omit<ShopifyConnection, 'lastSyncedAt'> = {
  status: 'not_connected',
  shop: null,
  name: null,
  currency: null,
  scopes: [],
  apiVersion: null,
  disabledReason: null,
  webhooks: { subscribedAt: null, error: null },
  createdAt: null,
  updatedAt: null,
}

async function describeSample(ctx: Ctx): Promise<Omit<ShopifyConnection, 'lastSyncedAt'>> {
  const { domain: shop, name, currency, scopes, apiVersion } = await ctx.external.sampleShop.verify(ctx.signal)
  return { ...NOT_CONNECTED, status: 'sample', shop, name, currency, scopes, apiVersion }
}

/** Synced data stays. Shopify's webhooks are no longer accepted; uninstall the app there. */
export function disconnectShopify(ctx: Ctx): Promise<void> {
  assertLive(ctx)
  return transaction(ctx, async (ctx) => {
    const stored = await queries.findConnection(ctx)
    if (!stored) return
    await queries.deleteConnection(ctx)
    const inbound = await getInboundConnection(ctx, 'shopify')
    if (inbound.connected) await deleteInboundConnection(ctx, 'shopify')
    await emit(ctx, 'shopify_connection.updated', { shop: stored.shop, status: 'not_connected' })
  })
}

/** When Shopify rejects the token, or the app was uninstalled. */
export function disableConnection(ctx: Ctx, reason: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const stored = await queries.findConnection(ctx)
    if (!stored || (await queries.disableConnection(ctx, reason)) === 0) return
    await emit(ctx, 'shopify_connection.updated', { shop: stored.shop, status: 'disabled' })
  })
}

/** What may be read; throws if nothing can. */
export async function requireConnection(ctx: Ctx): Promise<Pick<ShopDetails, 'scopes' | 'currency'>> {
  if (ctx.mode === 'test') return ctx.external.sampleShop.verify(ctx.signal)
  const stored = await queries.findConnection(ctx)
  if (!stored) throw new AppError('conflict', 'Connect a Shopify shop first: PUT /v1/shopify/connection.')
  if (stored.status === 'active') return stored
  throw new AppError('conflict', `${stored.disabledReason ?? 'The connection is disabled.'} Connect the shop again.`)
}

/** The sandbox has a shop of its own: nothing in it reaches the live one. */
export async function openSource(ctx: Ctx): Promise<ShopSource> {
  if (ctx.mode === 'test') return ctx.external.sampleShop
  const stored = await queries.findConnection(ctx)
  if (stored?.status !== 'active') {
    throw new ShopSourceError('rejected', 'The Shopify shop is no longer connected. Connect it again.')
  }
  const token = decrypt(stored.sealedToken, ctx.secretFor('shopify'), ctx.environmentId)
  return ctx.external.shopifyAt({
    shop: stored.shop,
    token,
    onOtherVersion: (version) => ctx.log.warn({ version }, 'Shopify answered with another version of its API'),
  })
}

/** Repeating it changes nothing. What is missing is shown: syncs work without webhooks, only later. */
export async function subscribeWebhooks(ctx: Ctx): Promise<void> {
  if (ctx.mode === 'test' || !(await queries.findConnection(ctx))) return
  const { webhookUrl } = await getInboundConnection(ctx, 'shopify')
  const source = await openSource(ctx)
  try {
    await source.subscribeWebhooks(webhookUrl ?? '', ctx.signal)
    await queries.saveSubscription(ctx, null)
  } catch (error) {
    if (!(error instanceof ShopSourceError)) throw error
    await queries.saveSubscription(ctx, error.message)
    if (error.isRetryable) throw error
  }
}

function assertLive({ mode }: Ctx): void {
  if (mode === 'live') return
  throw new AppError(
    'conflict',
    'The sandbox always syncs from a built-in sample shop. To connect Shopify, use a live API key of this shop.',
  )
}

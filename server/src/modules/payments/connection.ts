import { randomUUID } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { open, seal } from '../../kit/sealed.ts'
import type { Payments } from '../../ports/payments.ts'
import { touchPricing } from '../pricing/version.ts'
import { addressToken } from './address-token.ts'
import * as queries from './connection-queries.ts'
import type { Connection, ConnectionDraft } from './connection-schemas.ts'
import { TEST_METHODS } from './test-methods.ts'

export const STRIPE = 'stripe'
/** For what the token in the address of the webhook is good. */
export const WEBHOOK = 'stripe webhook'

const modeOf = (key: string): 'live' | 'test' => (key.split('_')[1] === 'live' ? 'live' : 'test')

/** Stripe is asked first whether it knows the key: otherwise the first buyer would find out that it does not. */
export async function connect(ctx: Ctx, draft: ConnectionDraft): Promise<Connection> {
  refuseSandbox(ctx)
  const { secretKey, publishableKey } = draft
  const keyMode = modeOf(secretKey)
  if (publishableKey && modeOf(publishableKey) !== keyMode) {
    throw invalidRequest('One key is for tests and the other is live.', [
      { path: '/publishableKey', message: `must be a ${keyMode} key, as secretKey is` },
    ])
  }
  const account = await ctx.outside.stripeWith(secretKey).identify()
  if (!account) {
    throw invalidRequest('Stripe does not accept this key.', [
      { path: '/secretKey', message: 'is not known to Stripe, or may not do what is needed' },
    ])
  }
  const earlier = await identifyEarlier(ctx)
  return transaction(ctx, async (ctx) => {
    const before = await queries.lockConnection(ctx)
    const accountBefore = before?.account ?? (before?.era === earlier?.era ? earlier?.account : null) ?? null
    const isSame = before?.keyMode === keyMode && accountBefore !== null && accountBefore === account.id
    if (before && !isSame) await leave(ctx, draft)
    const fresh = { account: account.id, keyMode, era: isSame ? before.era : randomUUID() }
    const row = await queries.upsertConnection(
      ctx,
      { ...fresh, keyLast4: secretKey.slice(-4), ...sealedOf(ctx, draft, isSame ? before : undefined) },
      before?.era,
    )
    if (!row)
      throw new AppError('conflict', 'Somebody else has just changed the connection. Look at it, then try again.')
    await tell(ctx, STRIPE)
    return toConnection(ctx, row)
  })
}

/** Of a connection that was made before accounts were noted, the key that is kept says whose it is. */
async function identifyEarlier(ctx: Ctx): Promise<{ era: string; account: string | null } | undefined> {
  const known = await queries.findSealed(ctx)
  if (!known || known.account !== null) return undefined
  const key = openKey(ctx, known.sealedSecretKey)
  const account = key === undefined ? undefined : await ctx.outside.stripeWith(key).identify()
  return { era: known.era, account: account?.id ?? null }
}

/** Whoever has changed `SECRET_KEY` can't read the old key any more, and must be able to give a new one. */
function openKey(ctx: Ctx, sealed: string): string | undefined {
  try {
    return open(sealed, ctx.secretFor('payments'), ownerOf(ctx, 'key'))
  } catch (error) {
    ctx.log.warn({ err: error }, 'the key of the earlier connection to Stripe can’t be read')
    return undefined
  }
}

/** With a new key of the same account, what is not said stays as it was. */
function sealedOf(ctx: Ctx, draft: ConnectionDraft, before: queries.KnownConnection | undefined) {
  const { secretKey, webhookSecret } = draft
  const { publishableKey = before?.publishableKey ?? null, acquirer = before?.acquirer ?? null } = draft
  const secret = ctx.secretFor('payments')
  const known = before?.sealedWebhookSecret ?? null
  return {
    publishableKey,
    acquirer,
    sealedSecretKey: seal(secretKey, secret, ownerOf(ctx, 'key')),
    sealedWebhookSecret:
      webhookSecret === undefined ? known : webhookSecret && seal(webhookSecret, secret, ownerOf(ctx, 'webhook')),
  }
}

/** Nobody but the account before can say what became of what began there. */
async function leave(ctx: Ctx, { abandonUnderWay = false }: ConnectionDraft): Promise<void> {
  const underWay = await queries.countUnderWay(ctx)
  if (Object.values(underWay).every((count) => count === 0)) return
  if (!abandonUnderWay) throw stillUnderWay(underWay)
  ctx.log.warn({ underWay }, 'payments under way at another account of Stripe are given up')
}

/** From then on payments are simulated. What is under way is followed to its end, then the key is forgotten. */
export function disconnect(ctx: Ctx): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if ((await queries.closeConnection(ctx)) > 0) await tell(ctx, 'simulator')
  })
}

export const getConnection = async (ctx: Ctx): Promise<Connection> =>
  toConnection(ctx, await queries.findConnection(ctx))

/** Not for sandboxes, whatever is written anywhere: nobody's card is charged by a trial. */
export async function openStripe(ctx: Ctx): Promise<Opened> {
  if (ctx.mode !== 'live') throw new Error('A sandbox never reaches Stripe')
  const sealed = await queries.findSealed(ctx)
  if (!sealed) {
    throw new AppError(
      'conflict',
      'This was paid through Stripe, to which the shop is not connected any more: connect that account again, or act in Stripe’s own dashboard.',
    )
  }
  const key = open(sealed.sealedSecretKey, ctx.secretFor('payments'), ownerOf(ctx, 'key'))
  return { payments: ctx.outside.stripeWith(key), era: sealed.era }
}

export interface Opened {
  payments: Payments
  /** What is opened now may be written down only while it lasts: then nobody has changed the account meanwhile. */
  era: string | null
}

/** Inside the transaction that notes what the account is about to be asked for. */
export const keepAccount = queries.keepAccount

/** Undefined where there is nobody to hear from, null where it was not said yet. */
export async function findWebhookSecret(ctx: Ctx): Promise<string | null | undefined> {
  if (ctx.mode !== 'live') return undefined
  const sealed = await queries.findSealed(ctx)
  const secret = sealed?.sealedWebhookSecret
  return secret ? open(secret, ctx.secretFor('payments'), ownerOf(ctx, 'webhook')) : sealed && null
}

const ownerOf = (ctx: Ctx, what: 'key' | 'webhook') => `payment_connections ${ctx.environmentId} ${what}`

/** Carts know who will take the money; they are told as of a new price. */
async function tell(ctx: Ctx, provider: 'stripe' | 'simulator'): Promise<void> {
  await touchPricing(ctx)
  await emit(ctx, 'payment_connection.updated', { provider })
}

function toConnection(ctx: Ctx, row: queries.ConnectionRow | undefined): Connection {
  const token = addressToken(ctx, ctx.environmentId, WEBHOOK)
  return {
    provider: row ? STRIPE : 'simulator',
    takesRealMoney: row?.keyMode === 'live',
    keyLast4: row?.keyLast4 ?? null,
    keyMode: row?.keyMode ?? null,
    publishableKey: row?.publishableKey ?? null,
    account: row?.account ?? null,
    acquirer: row?.acquirer ?? null,
    hasWebhookSecret: row?.hasWebhookSecret ?? false,
    lastWebhookAt: row?.heardAt ?? null,
    webhookUrl: ctx.mode === 'live' ? `${ctx.publicUrl}/hooks/stripe/${token}` : null,
    testMethods: row ? [] : Object.entries(TEST_METHODS).map(([id, { about }]) => ({ id, outcome: about })),
    updatedAt: row?.updatedAt ?? null,
  }
}

function stillUnderWay(underWay: queries.UnderWay): AppError {
  const { checkouts, authorized, refunds } = underWay
  const parts = [
    checkouts > 0 && `${checkouts} under way as checkouts (they end within 15 minutes, unless a bank takes longer)`,
    authorized > 0 && `${authorized} authorized (capture them, or cancel their orders)`,
    refunds > 0 && `${refunds} being refunded (wait until Stripe has answered)`,
  ].filter(Boolean)
  const message = `Payments at the account that is connected now are not finished: ${parts.join(', ')}. Then connect the other account. A new key of the same account and mode is taken at any time.`
  const details = Object.entries(underWay).map(([name, count]) => ({
    path: `/${name}`,
    message: `not finished: ${count}`,
    actual: count,
  }))
  return new AppError('conflict', message, { details: details.filter(({ actual }) => actual > 0) })
}

function refuseSandbox({ mode }: Ctx): void {
  if (mode === 'live') return
  throw new AppError(
    'conflict',
    'In the sandbox payments are always simulated: connect Stripe with a live key of this shop.',
  )
}

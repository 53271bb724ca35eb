import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { AppError, invalidRequest, unavailable } from '../../kit/errors.ts'
import { open, seal } from '../../kit/sealed.ts'
import type { Payments } from '../../ports/payments.ts'
import { touchPricing } from '../pricing/version.ts'
import { addressToken } from './address-token.ts'
import * as queries from './connection-queries.ts'
import type { Connection, ConnectionDraft } from './connection-schemas.ts'

export const STRIPE = 'stripe'
/** For what the token in the address of the webhook is good. */
export const WEBHOOK = 'stripe webhook'

const modeOf = (key: string) => (key.split('_')[1] === 'live' ? 'live' : 'test')

/** Stripe is asked first whether it knows the key: otherwise the first buyer would find out that it does not. */
export async function connect(ctx: Ctx, draft: ConnectionDraft): Promise<Connection> {
  refuseSandbox(ctx)
  const { secretKey, publishableKey = null, webhookSecret = null } = draft
  const keyMode = modeOf(secretKey)
  if (publishableKey !== null && modeOf(publishableKey) !== keyMode) {
    throw invalidRequest('One key is for tests and the other is live.', [
      { path: '/publishableKey', message: `must be a ${keyMode} key, as secretKey is` },
    ])
  }
  if (!(await ctx.outside.stripeWith(secretKey).isAccepted())) {
    throw invalidRequest('Stripe does not accept this key.', [
      { path: '/secretKey', message: 'is not known to Stripe, or may not do what is needed' },
    ])
  }
  return transaction(ctx, async (ctx) => {
    const row = await queries.upsertConnection(ctx, {
      keyLast4: secretKey.slice(-4),
      keyMode,
      publishableKey,
      sealedSecretKey: seal(secretKey, ctx.secretFor('payments'), ownerOf(ctx, 'key')),
      sealedWebhookSecret: webhookSecret && seal(webhookSecret, ctx.secretFor('payments'), ownerOf(ctx, 'webhook')),
    })
    await tell(ctx, STRIPE)
    return toConnection(ctx, row)
  })
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
export async function openStripe(ctx: Ctx): Promise<Payments> {
  if (ctx.mode !== 'live') throw new Error('A sandbox never reaches Stripe')
  const sealed = await queries.findSealed(ctx)
  if (!sealed)
    throw unavailable(new Error('The payment went through Stripe, to which this shop is not connected any more'))
  return ctx.outside.stripeWith(open(sealed.sealedSecretKey, ctx.secretFor('payments'), ownerOf(ctx, 'key')))
}

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
    keyLast4: row?.keyLast4 ?? null,
    keyMode: row?.keyMode ?? null,
    publishableKey: row?.publishableKey ?? null,
    hasWebhookSecret: row?.hasWebhookSecret ?? false,
    webhookUrl: ctx.mode === 'live' ? `${ctx.publicUrl}/hooks/stripe/${token}` : null,
    updatedAt: row?.updatedAt ?? null,
  }
}

function refuseSandbox({ mode }: Ctx): void {
  if (mode === 'live') return
  throw new AppError(
    'conflict',
    'In the sandbox payments are always simulated: connect Stripe with a live key of this shop.',
  )
}

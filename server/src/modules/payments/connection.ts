import { randomUUID } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { encrypt } from '../../kit/encryption.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { signUrlToken } from '../../kit/url-token.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import * as queries from './connection-queries.ts'
import type { Connection, ConnectionInput } from './connection-schemas.ts'
import { STRIPE, sealContext, WEBHOOK_PURPOSE } from './payments.ts'
import { TEST_METHODS } from './test-methods.ts'

const keyModeOf = (key: string): 'live' | 'test' => (key.split('_')[1] === 'live' ? 'live' : 'test')

/** Verifies the key with Stripe first: otherwise the first buyer would find out that it is invalid. */
export async function connectStripe(ctx: Ctx, input: ConnectionInput): Promise<Connection> {
  assertLive(ctx)
  const { secretKey, publishableKey } = input
  const keyMode = keyModeOf(secretKey)
  if (publishableKey && keyModeOf(publishableKey) !== keyMode) {
    throw invalidRequest('The keys are for different modes.', [
      { path: '/publishableKey', message: `must be a ${keyMode} key, like secretKey` },
    ])
  }
  const account = await ctx.external.stripeWith(secretKey).identify()
  if (!account) {
    throw invalidRequest('Stripe does not accept this key.', [
      { path: '/secretKey', message: 'must be a valid Stripe key with the required permissions' },
    ])
  }
  return transaction(ctx, async (ctx) => {
    const existing = await queries.lockConnection(ctx)
    const isSameAccount = existing?.keyMode === keyMode && existing.account !== null && existing.account === account.id
    if (existing && !isSameAccount) await assertCanSwitchAccount(ctx, input)
    const accountFields = {
      account: account.id,
      keyMode,
      accountVersion: isSameAccount ? existing.accountVersion : randomUUID(),
    }
    const row = await queries.upsertConnection(
      ctx,
      {
        ...accountFields,
        keyLast4: secretKey.slice(-4),
        ...sealSecrets(ctx, input, isSameAccount ? existing : undefined),
      },
      existing?.accountVersion,
    )
    if (!row) throw new AppError('conflict', 'The connection was changed at the same time. Reload it, then try again.')
    await emitConnectionUpdated(ctx, STRIPE)
    return toConnection(ctx, row)
  })
}

/** With a new key of the same account, omitted fields keep their value. */
function sealSecrets(ctx: Ctx, input: ConnectionInput, existing: queries.StoredConnection | undefined) {
  const { secretKey, webhookSecret } = input
  const { publishableKey = existing?.publishableKey ?? null, acquirer = existing?.acquirer ?? null } = input
  const secret = ctx.secretFor('payments')
  const storedSecret = existing?.sealedWebhookSecret ?? null
  return {
    publishableKey,
    acquirer,
    sealedSecretKey: encrypt(secretKey, secret, sealContext(ctx, 'key')),
    sealedWebhookSecret:
      webhookSecret === undefined
        ? storedSecret
        : webhookSecret && encrypt(webhookSecret, secret, sealContext(ctx, 'webhook')),
  }
}

/** Only the previous account can settle the payments that began there. */
async function assertCanSwitchAccount(ctx: Ctx, { abandonPending = false }: ConnectionInput): Promise<void> {
  const pending = await queries.countPending(ctx)
  if (Object.values(pending).every((count) => count === 0)) return
  if (!abandonPending) throw pendingPaymentsError(pending)
  ctx.log.warn({ pending }, 'abandoned the pending payments of the previous Stripe account')
}

/** Payments are simulated from then on. Pending payments are settled first, then the key is deleted. */
export function disconnectStripe(ctx: Ctx): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if ((await queries.closeConnection(ctx)) > 0) await emitConnectionUpdated(ctx, 'simulator')
  })
}

export const getConnection = async (ctx: Ctx): Promise<Connection> =>
  toConnection(ctx, await queries.findConnection(ctx))

/** Carts contain the payment provider, so they have to be repriced. */
async function emitConnectionUpdated(ctx: Ctx, provider: 'stripe' | 'simulator'): Promise<void> {
  await bumpPricingVersion(ctx)
  await emit(ctx, 'payment_connection.updated', { provider })
}

function toConnection(ctx: Ctx, row: queries.ConnectionRow | undefined): Connection {
  const token = signUrlToken(ctx, ctx.environmentId, WEBHOOK_PURPOSE)
  return {
    provider: row ? STRIPE : 'simulator',
    livePayments: row?.keyMode === 'live',
    keyLast4: row?.keyLast4 ?? null,
    keyMode: row?.keyMode ?? null,
    publishableKey: row?.publishableKey ?? null,
    account: row?.account ?? null,
    acquirer: row?.acquirer ?? null,
    hasWebhookSecret: row?.hasWebhookSecret ?? false,
    lastWebhookAt: row?.lastWebhookAt ?? null,
    webhookUrl: ctx.mode === 'live' ? `${ctx.publicUrl}/hooks/stripe/${token}` : null,
    testMethods: row ? [] : Object.entries(TEST_METHODS).map(([id, { description }]) => ({ id, outcome: description })),
    updatedAt: row?.updatedAt ?? null,
  }
}

function pendingPaymentsError(pending: queries.PendingCounts): AppError {
  const { checkouts, authorized, refunds } = pending
  const parts = [
    checkouts > 0 && `${checkouts} in checkout (these end within 15 minutes, unless a bank takes longer)`,
    authorized > 0 && `${authorized} authorized (capture them or cancel their orders)`,
    refunds > 0 && `${refunds} being refunded (wait for Stripe)`,
  ].filter(Boolean)
  const message = `The connected account has pending payments: ${parts.join(', ')}. Connect the other account once they are settled. You can replace the key of the same account and mode at any time.`
  const details = Object.entries(pending).map(([name, count]) => ({
    path: `/${name}`,
    message: `must be settled first (${count} pending)`,
    actual: count,
  }))
  return new AppError('conflict', message, {
    details: details.filter(({ actual }) => actual > 0),
    fields: { pending: { ...pending } },
  })
}

function assertLive({ mode }: Ctx): void {
  if (mode === 'live') return
  throw new AppError(
    'conflict',
    'Sandbox payments are always simulated. To connect Stripe, use a live API key of this shop.',
  )
}

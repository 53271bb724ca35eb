import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { decrypt } from '../../kit/encryption.ts'
import { AppError } from '../../kit/errors.ts'
import { Nullable, Uuid } from '../../kit/schema.ts'
import { verifyUrlToken } from '../../kit/url-token.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { touchLastWebhook } from './connection-queries.ts'
import { SIMULATOR, simulatorFor } from './simulator.ts'

export const STRIPE = 'stripe'

/** Binds the token in the webhook URL to its purpose. */
export const WEBHOOK_PURPOSE = 'stripe webhook'

/** Opens a payment's provider by its stored name. A sandbox reaches only the simulator. */
export const openProvider = async (ctx: Ctx, name: string): Promise<PaymentProvider> =>
  (await openForNewPayment(ctx, name)).payments

export async function openForNewPayment(ctx: Ctx, name: string): Promise<OpenedProvider> {
  if (name === SIMULATOR) return { payments: simulatorFor(ctx), accountVersion: null }
  if (name === STRIPE) return openStripe(ctx)
  throw new Error(`No such payment provider: ${name}`)
}

/** Never opens Stripe for a sandbox, whatever the database says: a test must not charge a real card. */
async function openStripe(ctx: Ctx): Promise<OpenedProvider> {
  if (ctx.mode !== 'live') throw new Error('A sandbox never reaches Stripe')
  const secrets = await findSecrets(ctx)
  if (!secrets) {
    throw new AppError(
      'conflict',
      'The shop is no longer connected to the Stripe account of this payment. Connect that account again, or use the Stripe Dashboard.',
    )
  }
  const key = decrypt(secrets.sealedSecretKey, ctx.secretFor('payments'), sealContext(ctx, 'key'))
  return { payments: ctx.external.stripeWith(key), accountVersion: secrets.accountVersion }
}

export interface OpenedProvider {
  payments: PaymentProvider
  /** Pass it to the write that stores the payment: the write fails if the account has changed since. */
  accountVersion: string | null
}

const SecretsRow = Type.Object({
  sealedSecretKey: Type.String(),
  sealedWebhookSecret: Nullable(Type.String()),
  accountVersion: Uuid,
})

/** Includes closed connections: their payments still have to be settled. */
const findSecrets = (ctx: Ctx) =>
  ctx.db.row(
    SecretsRow,
    sql`
      select sealed_secret_key, sealed_webhook_secret, account_version from payment_connections
      where environment_id = ${ctx.environmentId}`,
  )

/** Binds a secret to the connection it was sealed for. */
export const sealContext = (ctx: Ctx, what: 'key' | 'webhook') => `payment_connections ${ctx.environmentId} ${what}`

/**
 * Call it inside the transaction that records an intended request to the account. Blocks an account change until the
 * transaction ends: a row written in it is either counted by `countPending` or belongs to the new account.
 */
export const lockAccount = (ctx: Ctx) =>
  ctx.db.run(
    sql`select account_version from payment_connections where environment_id = ${ctx.environmentId} for key share`,
  )

/** The environment of a webhook URL, or undefined if we didn't sign it. */
export const readStripeToken = (signer: Pick<Ctx, 'secretFor'>, token: string): string | undefined =>
  verifyUrlToken(signer, token, WEBHOOK_PURPOSE)

/** Undefined if there is no connection, null if the secret isn't set yet. */
export async function findWebhookSecret(ctx: Ctx): Promise<string | null | undefined> {
  if (ctx.mode !== 'live') return undefined
  const secrets = await findSecrets(ctx)
  const secret = secrets?.sealedWebhookSecret
  return secret ? decrypt(secret, ctx.secretFor('payments'), sealContext(ctx, 'webhook')) : secrets && null
}

/** So that people see whether their webhook works. */
export const recordStripeWebhook = (ctx: Ctx): Promise<number> => touchLastWebhook(ctx)

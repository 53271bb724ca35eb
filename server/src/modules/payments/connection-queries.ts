import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, OneOf, Timestamp } from '../../kit/schema.ts'

const Row = Type.Object({
  keyLast4: Type.String(),
  keyMode: OneOf(['live', 'test'] as const),
  publishableKey: Nullable(Type.String()),
  hasWebhookSecret: Type.Boolean(),
  updatedAt: Timestamp,
})
export type ConnectionRow = Static<typeof Row>

export const findConnection = (ctx: Ctx) =>
  ctx.db.row(
    Row,
    sql`
      select key_last4, key_mode, publishable_key, sealed_webhook_secret is not null as has_webhook_secret, updated_at
      from payment_connections
      where environment_id = ${ctx.environmentId} and closed_at is null`,
  )

const Sealed = Type.Object({ sealedSecretKey: Type.String(), sealedWebhookSecret: Nullable(Type.String()) })

/** Also of one that is closed: what went through it is followed to its end. */
export const findSealed = (ctx: Ctx) =>
  ctx.db.row(
    Sealed,
    sql`
      select sealed_secret_key, sealed_webhook_secret from payment_connections
      where environment_id = ${ctx.environmentId}`,
  )

export interface NewConnection extends Omit<ConnectionRow, 'hasWebhookSecret' | 'updatedAt'> {
  sealedSecretKey: string
  sealedWebhookSecret: string | null
}

export const upsertConnection = (ctx: Ctx, fresh: NewConnection) =>
  ctx.db.one(
    Row,
    sql`
      insert into payment_connections (environment_id, provider, sealed_secret_key, key_last4, key_mode, publishable_key,
        sealed_webhook_secret, updated_at)
      values (${ctx.environmentId}, 'stripe', ${fresh.sealedSecretKey}, ${fresh.keyLast4}, ${fresh.keyMode},
        ${fresh.publishableKey}, ${fresh.sealedWebhookSecret}, ${ctx.now})
      on conflict (environment_id) do update
      set sealed_secret_key = excluded.sealed_secret_key, key_last4 = excluded.key_last4, key_mode = excluded.key_mode,
        publishable_key = excluded.publishable_key, sealed_webhook_secret = excluded.sealed_webhook_secret,
        closed_at = null, updated_at = excluded.updated_at
      returning key_last4, key_mode, publishable_key, sealed_webhook_secret is not null as has_webhook_secret, updated_at`,
  )

export const closeConnection = (ctx: Ctx) =>
  ctx.db.run(sql`
    update payment_connections set closed_at = ${ctx.now}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and closed_at is null`)

/** When nobody can be paying through it any more, and no money that went through it has still to move. */
export const deleteClosed = (ctx: SystemCtx, closedBefore: Date) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    delete from payment_connections
    where closed_at < ${closedBefore} and not exists (
      select from checkouts
      where checkouts.environment_id = payment_connections.environment_id and checkouts.provider = 'stripe'
        and (status = 'active' or outcome = 'refunding')
    ) and not exists (
      select from order_payments
      where order_payments.environment_id = payment_connections.environment_id and order_payments.provider = 'stripe'
        and (
          order_payments.status = 'authorized'
          or exists (
            select from order_refunds
            where order_refunds.environment_id = payment_connections.environment_id
              and order_refunds.order_id = order_payments.order_id and order_refunds.status = 'pending'
          )
          or exists (
            select from payment_deeds
            where payment_deeds.environment_id = payment_connections.environment_id
              and payment_deeds.payment_id = order_payments.id and payment_deeds.status = 'pending'
          )
        )
    )`)

/** Says whether it is new and of a payment of ours: the account may be used for other things too. */
export const noteWebhook = async (ctx: Ctx, id: string, ref: string): Promise<boolean> => {
  const count = await ctx.db.run(sql`
    insert into payment_webhooks (environment_id, id, received_at)
    select ${ctx.environmentId}, ${id}, ${ctx.now}
    where exists (
      select from checkouts where environment_id = ${ctx.environmentId} and provider = 'stripe' and ref = ${ref}
    )
    on conflict do nothing`)
  return count === 1
}

export const deleteOldWebhooks = (ctx: SystemCtx, before: Date) =>
  ctx.db.run(sql`
    /* all environments: the clock is one for all */
    delete from payment_webhooks where received_at < ${before}`)

const PaidOrder = Type.Object({ orderId: Type.String() })

export const findPaidOrder = (ctx: Ctx, ref: string) =>
  ctx.db.row(
    PaidOrder,
    sql`
      select order_id from order_payments
      where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = 'stripe' and ref = ${ref}`,
  )

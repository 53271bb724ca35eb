import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import { Acquirer } from './connection-schemas.ts'

const ConnectionRow = Type.Object({
  keyLast4: Type.String(),
  keyMode: OneOf(['live', 'test'] as const),
  publishableKey: Nullable(Type.String()),
  hasWebhookSecret: Type.Boolean(),
  account: Nullable(Type.String()),
  acquirer: Nullable(Acquirer),
  lastWebhookAt: Nullable(Timestamp),
  updatedAt: Timestamp,
})
export type ConnectionRow = Static<typeof ConnectionRow>

export const findConnection = (ctx: Ctx) =>
  ctx.db.row(
    ConnectionRow,
    sql`
      select key_last4, key_mode, publishable_key, sealed_webhook_secret is not null as has_webhook_secret, account, acquirer,
        last_webhook_at, updated_at
      from payment_connections
      where environment_id = ${ctx.environmentId} and closed_at is null`,
  )

const StoredConnection = Type.Object({
  keyMode: OneOf(['live', 'test'] as const),
  account: Nullable(Type.String()),
  accountVersion: Uuid,
  publishableKey: Nullable(Type.String()),
  acquirer: Nullable(Acquirer),
  sealedWebhookSecret: Nullable(Type.String()),
})
export type StoredConnection = Static<typeof StoredConnection>
export type PendingCounts = Static<typeof PendingCounts>

/**
 * Includes closed connections. Blocks new checkouts through it until the transaction ends (`checkout/queries.ts`,
 * `insertCheckout`).
 */
export const lockConnection = (ctx: Ctx) =>
  ctx.db.row(
    StoredConnection,
    sql`
      select key_mode, account, acquirer, account_version, publishable_key, sealed_webhook_secret from payment_connections
      where environment_id = ${ctx.environmentId}
      for update`,
  )

const PendingCounts = Type.Object({ checkouts: Type.Integer(), authorized: Type.Integer(), refunds: Type.Integer() })

/**
 * What only the account that began it can finish. Buyers wait during this query, so it uses the indexes on unfinished
 * rows.
 */
export const countPending = (ctx: Ctx) =>
  ctx.db.one(
    PendingCounts,
    sql`
      select (
        select count(*)::integer from checkouts
        where checkouts.environment_id = ${ctx.environmentId} and provider = 'stripe'
          and (status = 'active' or outcome = 'refunding')
          and (outcome = 'refunding' or not exists (
            select from orders where orders.environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
          ))
      ) as checkouts, (
        select count(*)::integer from order_payments
        join orders on orders.environment_id = ${ctx.environmentId} and orders.id = order_payments.order_id
        where order_payments.environment_id = ${ctx.environmentId} and provider = 'stripe'
          and order_payments.status = 'authorized'
          and (canceled_at is null or exists (
            select from payment_operations
            where payment_operations.environment_id = ${ctx.environmentId} and payment_operations.payment_id = order_payments.id
              and payment_operations.status = 'pending'
          ))
      ) as authorized, (
        select count(*)::integer from order_refunds
        where order_refunds.environment_id = ${ctx.environmentId} and order_refunds.status = 'pending' and exists (
          select from order_payments
          where order_payments.environment_id = ${ctx.environmentId} and order_payments.order_id = order_refunds.order_id
            and provider = 'stripe'
        )
      ) as refunds`,
  )

export interface NewConnection extends Omit<ConnectionRow, 'hasWebhookSecret' | 'lastWebhookAt' | 'updatedAt'> {
  sealedSecretKey: string
  sealedWebhookSecret: string | null
  accountVersion: string
}

/** Replaces the connection that was locked, or inserts the first one. Undefined if a concurrent request was faster. */
export const upsertConnection = (ctx: Ctx, connection: NewConnection, previousVersion: string | undefined) =>
  ctx.db.row(
    ConnectionRow,
    sql`
      insert into payment_connections (environment_id, provider, sealed_secret_key, key_last4, key_mode, publishable_key,
        sealed_webhook_secret, account, acquirer, account_version, updated_at)
      values (${ctx.environmentId}, 'stripe', ${connection.sealedSecretKey}, ${connection.keyLast4}, ${connection.keyMode},
        ${connection.publishableKey}, ${connection.sealedWebhookSecret}, ${connection.account},
        ${connection.acquirer && JSON.stringify(connection.acquirer)}::jsonb, ${connection.accountVersion}, ${ctx.now})
      on conflict (environment_id) do update
      set sealed_secret_key = excluded.sealed_secret_key, key_last4 = excluded.key_last4, key_mode = excluded.key_mode,
        publishable_key = excluded.publishable_key, sealed_webhook_secret = excluded.sealed_webhook_secret,
        account = excluded.account, acquirer = excluded.acquirer, account_version = excluded.account_version,
        closed_at = null, updated_at = excluded.updated_at, last_webhook_at = case
          when payment_connections.account_version = excluded.account_version then payment_connections.last_webhook_at
        end
      where payment_connections.account_version = ${previousVersion ?? null}
      returning key_last4, key_mode, publishable_key, sealed_webhook_secret is not null as has_webhook_secret, account,
        acquirer, last_webhook_at, updated_at`,
  )

export const closeConnection = (ctx: Ctx) =>
  ctx.db.run(sql`
    update payment_connections set closed_at = ${ctx.now}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and closed_at is null`)

/** Once no buyer can be paying through it and no money that went through it still has to move. */
export const deleteClosedConnections = (ctx: SystemCtx, closedBefore: Date) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
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
            select from payment_operations
            where payment_operations.environment_id = payment_connections.environment_id
              and payment_operations.payment_id = order_payments.id and payment_operations.status = 'pending'
          )
        )
    )`)

/** To the minute: it only tells people whether their webhook works. */
export const touchLastWebhook = (ctx: Ctx) =>
  ctx.db.run(sql`
    update payment_connections set last_webhook_at = ${ctx.now}
    where environment_id = ${ctx.environmentId}
      and (last_webhook_at is null or last_webhook_at < ${ctx.now}::timestamptz - interval '1 minute')`)

const PaidOrderRow = Type.Object({ isKnown: Type.Boolean(), orderId: Nullable(Id('ord')) })

/** Whether the payment is one of ours, and its order if there is one: the account may serve other systems too. */
export const findStripePayment = (ctx: Ctx, ref: string) =>
  ctx.db.one(
    PaidOrderRow,
    sql`
      select exists (
        select from checkouts where environment_id = ${ctx.environmentId} and provider = 'stripe' and ref = ${ref}
      ) as is_known, (
        select order_id from order_payments
        where environment_id = ${ctx.environmentId} and kind = 'provider' and provider = 'stripe' and ref = ${ref}
        limit 1
      ) as order_id`,
  )

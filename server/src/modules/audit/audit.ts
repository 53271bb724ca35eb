import { type Static, Type } from 'typebox'
import { type Ctx, hasAdminRights, type SystemCtx } from '../../ctx.ts'
import { keyset, type PageRequest, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import type { RetentionRule } from '../../jobs/retention.ts'
import { AppError } from '../../kit/errors.ts'
import { firstIdAt, newId } from '../../kit/ids.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'

export interface Actor {
  userId: string
  name: string
}

/**
 * Every action that creates or increases a liability the shop was not paid for. Each of them must call
 * `auditValueCreation` inside the transaction that makes the change; `test/contract/value.test.ts` checks them all.
 */
export const VALUE_ACTIONS = {
  'gift_card.issued': 'issue a gift card',
  'gift_card.credited': 'add money to a gift card',
  'gift_card.expiry_changed': 'change when a gift card expires',
  'gift_card_product.saved': 'create a gift card product, or change its variants or prices',
  'gift_card_order.drafted': 'draft an order with gift cards',
  'gift_card_order.exchanged': 'exchange items for gift cards',
  'gift_card_order.payment_recorded': 'record an external payment for an order with gift cards',
  'gift_card_order.email_changed': 'change the email address of an order with gift cards',
  'loyalty_points.adjusted': 'adjust loyalty points',
  'loyalty_points.earned': 'give loyalty points for an action',
  'loyalty_points.redeemed': 'redeem loyalty points',
  'loyalty_redemption.reversed': 'reverse a redemption of loyalty points',
  'store_credit.adjusted': 'adjust store credit',
  'store_credit.refunded': 'refund to store credit',
  'loyalty_program.changed': 'change what loyalty points are worth',
  'referral.attributed': 'attribute a referral',
} as const
export type ValueAction = keyof typeof VALUE_ACTIONS

const AUDIT_ACTIONS = [
  'workspace.created',
  'sandbox.reset',
  'key.created',
  'key.revoked',
  'customer_signing_key.created',
  'customer_signing_key.revoked',
  'user.signed_in',
  'user.signed_out_everywhere',
  'user.locked_out',
  'password.reset',
  'password.changed',
  'email.verified',
  'two_factor.enabled',
  'two_factor.disabled',
  'member.added',
  'member.removed',
  'member.role_changed',
  'invitation.created',
  'invitation.revoked',
  'invitation.accepted',
  'customer.exported',
  'customer.erased',
  'customer.merged',
  'customer.merge_reversed',
  'ledger.closed',
  ...(Object.keys(VALUE_ACTIONS) as ValueAction[]),
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface NewAuditEntry {
  workspaceId: string
  /** Null if the server itself acted, for example on first start. */
  actor: Actor | null
  action: AuditAction
  /** Human-readable target, such as a label or an email address. Never a secret. */
  subject: string
  details?: Record<string, unknown>
  ip?: string
}

/** Call it inside the transaction that makes the change, so that both commit or neither does. */
export const writeAudit = (ctx: SystemCtx, entry: NewAuditEntry): Promise<number> =>
  ctx.db.run(sql`
    insert into audit_entries (workspace_id, id, created_at, actor_id, actor_name, action, subject, details, ip)
    values (
      ${entry.workspaceId}, ${newId('aud')}, ${ctx.now}, ${entry.actor?.userId ?? null}, ${entry.actor?.name ?? 'Storedesk'},
      ${entry.action}, ${entry.subject}, ${entry.details ?? {}}, ${entry.ip ?? null}
    )`)

export const AuditEntry = Type.Object({
  id: Id('aud'),
  createdAt: Timestamp,
  actorName: Type.String(),
  action: OneOf(AUDIT_ACTIONS),
  subject: Type.String(),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  ip: Nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

export async function listAuditEntries(ctx: SystemCtx, workspaceId: string, request: PageRequest) {
  const page = keyset(request)
  const entries = await ctx.db.rows(
    AuditEntry,
    sql`
      select id, created_at, actor_name, action, subject, details, ip
      from audit_entries
      where workspace_id = ${workspaceId} and id < ${page.before}
      order by id desc
      limit ${page.take}`,
  )
  return toPage(entries, page)
}

export function assertCanCreateValue({ caller }: Ctx, action: ValueAction): void {
  if (hasAdminRights(caller)) return
  throw new AppError('forbidden', `You need the admin role or a full key to ${VALUE_ACTIONS[action]}.`)
}

/** Rejects or audits the action. Call it inside the transaction that makes the change. */
export async function auditValueCreation(
  ctx: Ctx,
  action: ValueAction,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  assertCanCreateValue(ctx, action)
  // Sandbox balances are not owed. Jobs follow from an action that was already audited or paid for.
  if (ctx.mode !== 'live' || ctx.caller.kind === 'system') return
  await auditAction(ctx, action, subject, details)
}

/** For an action of a key or a member in an environment. The log is the workspace's, so a sandbox writes nothing. */
export async function auditAction(
  ctx: Ctx,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  if (ctx.mode !== 'live') return
  await writeAudit(ctx, { workspaceId: ctx.workspaceId, actor: await findActor(ctx), action, subject, details })
}

const KeyRow = Type.Object({ label: Type.String() })

async function findActor(ctx: Ctx): Promise<Actor | null> {
  const { caller } = ctx
  if (caller.kind === 'member') return { userId: caller.userId, name: caller.name }
  if (caller.kind !== 'key') return null
  const key = await ctx.db.row(
    KeyRow,
    sql`select label from api_keys where environment_id = ${ctx.environmentId} and id = ${caller.keyId}`,
  )
  return { userId: `key:${caller.keyId}`, name: `API key ${key?.label ?? caller.keyId}` }
}

export const auditRetention: RetentionRule = {
  name: 'audit_log',
  keep: 'auditLog',
  isDaily: true,
  prune: (ctx, before, limit) =>
    ctx.db.run(sql`
      delete from audit_entries where (workspace_id, id) in (
        select entry.workspace_id, entry.id
        from workspaces
        cross join lateral (
          select workspace_id, audit_entries.id from audit_entries
          where workspace_id = workspaces.id and audit_entries.id < ${firstIdAt('aud', before)}
          order by audit_entries.id
          limit ${limit}
        ) as entry
        limit ${limit}
      )`),
}

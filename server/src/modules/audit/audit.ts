import { type Static, Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { keyset, type PageRequest, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'

export interface Actor {
  userId: string
  name: string
}

export interface NewAuditEntry {
  workspaceId: string
  /** Null if the server itself acted, for example on first start. */
  actor: Actor | null
  action: string
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
  action: Type.String(),
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

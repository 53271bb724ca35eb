import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { CATEGORIES } from '../schemas.ts'

/** What a ticket had before. */
const StatusState = Type.Object({
  statusId: Id('tst'),
  statusName: Type.String(),
  category: OneOf(CATEGORIES),
  resolvedAt: Nullable(Timestamp),
  snoozedUntil: Nullable(Timestamp),
  reopenedCount: Type.Integer(),
})

const MergeUndo = Type.Object({
  source: StatusState,
  /** Null unless the merge reopened the target; then with the status it got. */
  target: Nullable(Type.Object({ before: StatusState, statusId: Id('tst') })),
  /** What the target lacked. */
  added: Type.Object({
    tags: Type.Array(Type.String()),
    followerIds: Type.Array(Id('usr')),
    orderIds: Type.Array(Id('ord')),
    /** The due date of the source, if the target had none or a later one: `from` is the target's. */
    dueAt: Optional(Type.Object({ from: Nullable(Timestamp), to: Timestamp })),
  }),
})
export type MergeUndo = Static<typeof MergeUndo>
export type Added = MergeUndo['added']

/** Where each message belonged. */
const SplitUndo = Type.Object({ messages: Type.Array(Type.Object({ id: Id('msg'), homeId: Id('tkt') })) })
export type SplitUndo = Static<typeof SplitUndo>

const rowFields = { id: Id('tmg'), targetTicketId: Id('tkt'), createdAt: Timestamp }
const MergeRow = Type.Object({ ...rowFields, undo: MergeUndo })
const SplitRow = Type.Object({ ...rowFields, undo: SplitUndo })
export type MergeRow = Static<typeof MergeRow>

interface NewRow {
  id: string
  kind: 'merge' | 'split'
  sourceId: string
  targetId: string
  undo: MergeUndo | SplitUndo
  actor: string
}

export const insertMerge = (ctx: Ctx, { id, kind, sourceId, targetId, undo, actor }: NewRow) =>
  ctx.db.run(sql`
    insert into ticket_merges (environment_id, id, kind, source_ticket_id, target_ticket_id, undo, actor, created_at)
    values (${ctx.environmentId}, ${id}, ${kind}, ${sourceId}, ${targetId}, ${JSON.stringify(undo)}, ${actor}, ${ctx.now})`)

export const findMerge = (ctx: Ctx, sourceId: string) =>
  ctx.db.row(
    MergeRow,
    sql`
      select id, target_ticket_id, undo, created_at from ticket_merges
      where environment_id = ${ctx.environmentId} and kind = 'merge' and source_ticket_id = ${sourceId}
        and reversed_at is null`,
  )

export const findSplit = (ctx: Ctx, sourceId: string) =>
  ctx.db.row(
    SplitRow,
    sql`
      select id, target_ticket_id, undo, created_at from ticket_merges
      where environment_id = ${ctx.environmentId} and kind = 'split' and source_ticket_id = ${sourceId}
        and reversed_at is null`,
  )

export const markReversed = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update ticket_merges set reversed_at = ${ctx.now} where environment_id = ${ctx.environmentId} and id = ${id}`)

/** All messages of one ticket to another. They remember where they belong. */
export const moveMessages = (ctx: Ctx, fromId: string, toId: string) =>
  ctx.db.run(sql`
    update ticket_messages set ticket_id = ${toId}, moved_from_ticket_id = coalesce(moved_from_ticket_id, ${fromId})
    where environment_id = ${ctx.environmentId} and ticket_id = ${fromId}`)

/** Those that belong to the ticket, or to one that was merged into it before. */
export const returnMessages = (ctx: Ctx, fromId: string, toId: string) =>
  ctx.db.run(sql`
    with recursive homes as (
      select ${toId}::text collate "C" as id
      union
      select tickets.id
      from homes join tickets on tickets.environment_id = ${ctx.environmentId} and tickets.merged_into_id = homes.id
    )
    update ticket_messages set ticket_id = ${toId}, moved_from_ticket_id = nullif(moved_from_ticket_id, ${toId})
    where environment_id = ${ctx.environmentId} and ticket_id = ${fromId}
      and moved_from_ticket_id in (select id from homes)`)

const MessageHome = Type.Object({ id: Id('msg'), homeId: Id('tkt') })

export const listMessageHomes = (ctx: Ctx, ticketId: string) =>
  ctx.db.rows(
    MessageHome,
    sql`
      select id, coalesce(moved_from_ticket_id, ticket_id) as home_id from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId}
      order by id`,
  )

/** They belong to `homeId` from now on and are shown in `ticketId`. */
export const rehomeMessages = (ctx: Ctx, ids: string[], homeId: string, ticketId: string) =>
  ctx.db.run(sql`
    update ticket_messages set ticket_id = ${ticketId}, moved_from_ticket_id = nullif(${homeId}::text, ${ticketId}),
      client_message_id = null
    where environment_id = ${ctx.environmentId} and id = any(${ids})`)

const ExistsRow = Type.Object({ exists: Type.Boolean() })

export const hasCustomerMessageSince = async (ctx: Ctx, ticketId: string, since: string): Promise<boolean> =>
  (
    await ctx.db.one(
      ExistsRow,
      sql`
        select exists (
          select from ticket_messages
          where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and kind = 'customer'
            and not is_automatic and created_at >= ${since}
        ) as exists`,
    )
  ).exists

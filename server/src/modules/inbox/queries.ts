import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { type DraftContent, DraftSummary, TicketDraft, TicketPresence } from './schemas.ts'

type Mode = TicketDraft['mode']

const TicketRow = Type.Object({ ticketId: Type.String() })

/** Undefined if the ticket does not exist. */
export const upsertPresence = (
  ctx: Ctx,
  ticketId: string,
  userId: string,
  { state, expiresAt }: Pick<TicketPresence, 'state' | 'expiresAt'>,
) =>
  ctx.db.row(
    TicketRow,
    sql`
      insert into ticket_presence (environment_id, ticket_id, user_id, state, expires_at)
      select environment_id, id, ${userId}, ${state}, ${expiresAt}
      from tickets
      where environment_id = ${ctx.environmentId} and id = ${ticketId}
      on conflict (environment_id, ticket_id, user_id)
      do update set state = excluded.state, expires_at = excluded.expires_at
      returning ticket_id`,
  )

export const deletePresence = (ctx: Ctx, ticketId: string, userId: string) =>
  ctx.db.run(sql`
    delete from ticket_presence
    where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and user_id = ${userId}
    returning user_id`)

export const deleteExpiredPresence = (ctx: Ctx) =>
  ctx.db.run(sql`
    delete from ticket_presence where environment_id = ${ctx.environmentId} and expires_at < ${ctx.now}`)

/** Everyone who is in the inbox now: as many rows as people at work. */
export const listPresence = (ctx: Ctx) =>
  ctx.db.rows(
    TicketPresence,
    sql`
      select ticket_id, user_id, state, expires_at
      from ticket_presence
      where environment_id = ${ctx.environmentId} and expires_at >= ${ctx.now}
      order by ticket_id, user_id
      limit 500`,
  )

export const listDrafts = (ctx: Ctx, userId: string, ticketId: string) =>
  ctx.db.rows(
    TicketDraft,
    sql`
      select ticket_id, mode, text, updated_at, coalesce((
        select json_agg(json_build_object('id', id, 'name', name, 'sizeBytes', size_bytes) order by id)
        from ticket_attachments
        where environment_id = ${ctx.environmentId} and id = any(ticket_drafts.attachment_ids) and message_id is null
      ), '[]') as attachments
      from ticket_drafts
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and user_id = ${userId}
      order by mode`,
  )

export const listDraftSummaries = (ctx: Ctx, userId: string) =>
  ctx.db.rows(
    DraftSummary,
    sql`
      select ticket_id, mode, updated_at
      from ticket_drafts
      where environment_id = ${ctx.environmentId} and user_id = ${userId}
      order by updated_at desc
      limit 100`,
  )

/** Undefined if the ticket does not exist. Attachments that a message has used meanwhile are no longer listed. */
export const upsertDraft = (ctx: Ctx, ticketId: string, userId: string, mode: Mode, draft: DraftContent) =>
  ctx.db.row(
    DraftSummary,
    sql`
      insert into ticket_drafts (environment_id, ticket_id, user_id, mode, text, attachment_ids, updated_at)
      select environment_id, id, ${userId}, ${mode}, ${draft.text}, ${draft.attachmentIds}::text[], ${ctx.now}
      from tickets
      where environment_id = ${ctx.environmentId} and id = ${ticketId}
      on conflict (environment_id, ticket_id, user_id, mode)
      do update set text = excluded.text, attachment_ids = excluded.attachment_ids, updated_at = excluded.updated_at
      returning ticket_id, mode, updated_at`,
  )

export const deleteDraft = (ctx: Ctx, ticketId: string, userId: string, mode: Mode) =>
  ctx.db.run(sql`
    delete from ticket_drafts
    where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and user_id = ${userId} and mode = ${mode}
    returning mode`)

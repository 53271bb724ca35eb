import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable, Uuid } from '../../../kit/schema.ts'
import { AttachmentRow } from '../schemas.ts'

export interface NewAttachmentRow extends Static<typeof AttachmentRow> {
  sha256: string
}

export const insertPending = (ctx: Ctx, attachment: NewAttachmentRow) =>
  ctx.db.run(sql`
    insert into ticket_attachments (environment_id, id, name, content_type, size_bytes, sha256, content_id, is_inline,
      is_stored, created_at)
    values (${ctx.environmentId}, ${attachment.id}, ${attachment.name}, ${attachment.contentType},
      ${attachment.sizeBytes}, ${attachment.sha256}, ${attachment.contentId}, ${attachment.inline}, false, ${ctx.now})`)

export const markStored = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update ticket_attachments set is_stored = true where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Returns how many could be given to the message: those that are stored and that no other message has. */
export const claim = (ctx: Ctx, messageId: string, ids: string[]) =>
  ctx.db.run(sql`
    update ticket_attachments set message_id = ${messageId}
    where environment_id = ${ctx.environmentId} and id = any(${ids}) and message_id is null and is_stored
    returning id`)

const StoredAttachment = Type.Object({ ...AttachmentRow.properties, messageId: Nullable(Id('msg')) })

export const findStored = (ctx: Ctx, id: string) =>
  ctx.db.row(
    StoredAttachment,
    sql`
      select id, message_id, name, content_type, size_bytes, is_inline as inline, content_id from ticket_attachments
      where environment_id = ${ctx.environmentId} and id = ${id} and is_stored`,
  )

const TotalRow = Type.Object({ sizeBytes: Type.Integer() })

/** Of those that no message uses yet. */
export const sumUnusedSizes = (ctx: Ctx, since: Date) =>
  ctx.db.one(
    TotalRow,
    sql`
      select coalesce(sum(size_bytes), 0)::bigint as size_bytes from ticket_attachments
      where environment_id = ${ctx.environmentId} and message_id is null and created_at > ${since}`,
  )

const AttachmentRef = Type.Object({ environmentId: Uuid, id: Id('att') })

/** From here on, no message can use them. */
export const retireUnused = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.rows(
    AttachmentRef,
    sql`
      /* all environments: maintenance of the installation */
      update ticket_attachments set is_stored = false
      where message_id is null and (environment_id, id) in (
        select environment_id, id from ticket_attachments
        where message_id is null and created_at < ${before}
        order by created_at
        limit ${limit}
      )
      returning environment_id, id`,
  )

export const deleteRetired = (ctx: SystemCtx, environmentId: string, id: string) =>
  ctx.db.run(sql`
    delete from ticket_attachments
    where environment_id = ${environmentId} and id = ${id} and message_id is null and not is_stored`)

import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { type EmailKind, EmailTemplate } from './schemas.ts'

const { kind, subject, body, active, version } = EmailTemplate.properties
const TemplateRow = Type.Object({ kind, subject, body, active, version, updatedAt: Type.String() })

export const listTemplates = (ctx: Ctx) =>
  ctx.db.rows(
    TemplateRow,
    sql`
      select kind, subject, body, active, version, updated_at
      from email_templates
      where environment_id = ${ctx.environmentId}`,
  )

interface TemplateFields {
  subject: string
  body: string
  active: boolean
}

export const saveTemplate = (ctx: Ctx, kind: EmailKind, version: number, { subject, body, active }: TemplateFields) =>
  ctx.db.run(sql`
    insert into email_templates (environment_id, kind, subject, body, active, version, updated_at)
    values (${ctx.environmentId}, ${kind}, ${subject}, ${body}, ${active}, ${version}, ${ctx.now})
    on conflict (environment_id, kind) do update
    set subject = excluded.subject, body = excluded.body, active = excluded.active, version = excluded.version,
        updated_at = excluded.updated_at`)

export const deleteTemplate = (ctx: Ctx, kind: EmailKind) =>
  ctx.db.run(sql`delete from email_templates where environment_id = ${ctx.environmentId} and kind = ${kind}`)

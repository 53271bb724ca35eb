import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the email templates with those of another environment. Sent emails are not copied. */
export async function copyEmailTemplates(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from email_templates where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into email_templates (environment_id, kind, subject, body, active, version, updated_at)
    select ${ctx.environmentId}, kind, subject, body, active, version, updated_at
    from email_templates where environment_id = ${from}`)
}

import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** The words of mails become those of another environment; what was mailed there stays there. */
export async function copyEmailTemplates(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from mail_templates where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into mail_templates (environment_id, kind, subject, body, enabled, version, updated_at)
    select ${ctx.environmentId}, kind, subject, body, enabled, version, updated_at
    from mail_templates where environment_id = ${from}`)
}

import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

/** Replaces the articles with those of another environment, including all versions. */
export async function copyArticles(ctx: Ctx, from: string): Promise<void> {
  await ctx.db.run(sql`delete from articles where environment_id = ${ctx.environmentId}`)
  await ctx.db.run(sql`
    insert into articles (environment_id, id, handle, title, locale, category, tags, position, current_version,
      published_version, html, published_at, words, version, created_at, updated_at)
    select ${ctx.environmentId}, id, handle, title, locale, category, tags, position, current_version,
      published_version, html, published_at, words, version, created_at, updated_at
    from articles where environment_id = ${from}`)
  await ctx.db.run(sql`
    insert into article_versions (environment_id, article_id, version, id, title, body, created_at)
    select ${ctx.environmentId}, article_id, version, id, title, body, created_at
    from article_versions where environment_id = ${from}`)
}

import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { Article, ArticleSummary, type ArticlesQuery, ArticleVersion, PublishedArticle } from './schemas.ts'

/** Newest first. A word of the text must match as a whole; the title also in parts, while staff are still typing. */
export const listArticles = (ctx: Ctx, { before, take }: Keyset, { q, status, locale }: ArticlesQuery) =>
  ctx.db.rows(
    ArticleSummary,
    sql`
      select id, handle, title, locale, category, tags, position,
        case when published_version is null then 'draft' else 'published' end as status,
        current_version, published_version, published_at, version, created_at, updated_at
      from articles
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${q ?? null}::text is null or words @@ plainto_tsquery('simple'::regconfig, ${q ?? ''})
          or strpos(lower(title), lower(${q ?? ''})) > 0)
        and (${status ?? null}::text is null or (published_version is not null) = (${status ?? null} = 'published'))
        and (${locale ?? null}::text is null or locale = ${locale ?? null})
      order by id desc
      limit ${take}`,
  )

/** By id or handle. */
export const findArticle = (ctx: Ctx, idOrHandle: string) =>
  ctx.db.row(
    Article,
    sql`
      select articles.id, handle, articles.title, locale, category, tags, position,
        case when published_version is null then 'draft' else 'published' end as status,
        current_version, published_version, published_at, articles.version, articles.created_at, updated_at, body, html
      from articles
      join article_versions on article_versions.environment_id = articles.environment_id
        and article_versions.article_id = articles.id and article_versions.version = articles.current_version
      where articles.environment_id = ${ctx.environmentId} and (articles.id = ${idOrHandle} or handle = ${idOrHandle})
      order by articles.id = ${idOrHandle} desc
      limit 1`,
  )

export const countArticles = (ctx: Ctx) =>
  ctx.db.one(
    Type.Object({ count: Type.Integer() }),
    sql`select count(*) as count from articles where environment_id = ${ctx.environmentId}`,
  )

export const listUsedHandles = async (ctx: Ctx, handles: string[], exceptId: string): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    Type.Object({ handle: Type.String() }),
    sql`
      select handle from articles
      where environment_id = ${ctx.environmentId} and handle = any(${handles}) and id <> ${exceptId}`,
  )
  return new Set(rows.map(({ handle }) => handle))
}

export const insertArticle = (ctx: Ctx, article: Article) =>
  ctx.db.run(sql`
    insert into articles (environment_id, id, handle, title, locale, category, tags, position, current_version,
      published_version, html, published_at, words, version, created_at, updated_at)
    values (${ctx.environmentId}, ${article.id}, ${article.handle}, ${article.title}, ${article.locale},
      ${article.category}, ${article.tags}, ${article.position}, ${article.currentVersion}, ${article.publishedVersion},
      ${article.html}, ${article.publishedAt},
      to_tsvector('simple'::regconfig, left(${`${article.title}\n${article.body}`}, 50000)), ${article.version},
      ${article.createdAt}, ${article.updatedAt})`)

export const updateArticle = (ctx: Ctx, article: Article) =>
  ctx.db.run(sql`
    update articles
    set handle = ${article.handle}, title = ${article.title}, locale = ${article.locale},
      category = ${article.category}, tags = ${article.tags}, position = ${article.position},
      current_version = ${article.currentVersion}, published_version = ${article.publishedVersion},
      html = ${article.html}, published_at = ${article.publishedAt},
      words = to_tsvector('simple'::regconfig, left(${`${article.title}\n${article.body}`}, 50000)),
      version = ${article.version}, updated_at = ${article.updatedAt}
    where environment_id = ${ctx.environmentId} and id = ${article.id}`)

export const deleteArticle = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from articles where environment_id = ${ctx.environmentId} and id = ${id}`)

export const insertVersion = (ctx: Ctx, { id, currentVersion, title, body }: Article) =>
  ctx.db.run(sql`
    insert into article_versions (environment_id, article_id, version, id, title, body, created_at)
    values (${ctx.environmentId}, ${id}, ${currentVersion}, ${newId('artv')}, ${title}, ${body}, ${ctx.now})`)

export const listVersions = (ctx: Ctx, articleId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    ArticleVersion,
    sql`
      select id, version, title, body, created_at
      from article_versions
      where environment_id = ${ctx.environmentId} and article_id = ${articleId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** By category, as help pages show them. */
export const listPublished = (ctx: Ctx) =>
  ctx.db.rows(
    PublishedArticle,
    sql`
      select articles.id, handle, article_versions.title, body, html, locale, category, tags, published_at
      from articles
      join article_versions on article_versions.environment_id = articles.environment_id
        and article_versions.article_id = articles.id and article_versions.version = articles.published_version
      where articles.environment_id = ${ctx.environmentId}
      order by category nulls last, position, lower(article_versions.title), articles.id`,
  )

export const findPublished = (ctx: Ctx, handle: string) =>
  ctx.db.row(
    PublishedArticle,
    sql`
      select articles.id, handle, article_versions.title, body, html, locale, category, tags, published_at
      from articles
      join article_versions on article_versions.environment_id = articles.environment_id
        and article_versions.article_id = articles.id and article_versions.version = articles.published_version
      where articles.environment_id = ${ctx.environmentId} and handle = ${handle}`,
  )

/**
 * Changes whenever a published policy or article does. Cheaper than a version that each of their writes would have to
 * increase: a shop has few of them.
 */
export const readTextsFingerprint = (ctx: Ctx) =>
  ctx.db.one(
    Type.Object({ fingerprint: Type.String() }),
    sql`
      select md5(concat(
        (select string_agg(policy_versions.id, ',' order by policy_versions.id)
          from policies
          join policy_versions on policy_versions.environment_id = policies.environment_id
            and policy_versions.kind = policies.kind and policy_versions.version = policies.version
          where policies.environment_id = ${ctx.environmentId}),
        ' ',
        (select string_agg(concat(id, version, updated_at), ',' order by id)
          from articles
          where environment_id = ${ctx.environmentId} and published_version is not null)
      )) as fingerprint`,
  )

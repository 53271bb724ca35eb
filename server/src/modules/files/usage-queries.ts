import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Uuid } from '../../kit/schema.ts'

const Environment = Type.Object({ id: Uuid })

export const listEnvironments = (ctx: SystemCtx) =>
  ctx.db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id from environments order by id`,
  )

const FileName = Type.Object({ name: Type.String() })

/** The files after those that were checked last. */
export const listNextFiles = (ctx: SystemCtx, environmentId: string, take: number) =>
  ctx.db.rows(
    FileName,
    sql`
      select name from files
      where environment_id = ${environmentId} and name > coalesce((
        select checked_through from file_checks where file_checks.environment_id = ${environmentId}
      ), '')
      order by name
      limit ${take}`,
  )

export const saveCheckedThrough = (ctx: SystemCtx, environmentId: string, name: string) =>
  ctx.db.run(sql`
    insert into file_checks (environment_id, checked_through) values (${environmentId}, ${name})
    on conflict (environment_id) do update set checked_through = excluded.checked_through`)

export const restartChecks = (ctx: SystemCtx, environmentId: string) =>
  ctx.db.run(sql`delete from file_checks where environment_id = ${environmentId}`)

/** Updates `unused_since`, `is_mentioned` and `is_used` of these files from their current references. */
export const updateUsage = (ctx: SystemCtx, environmentId: string, names: string[]) =>
  ctx.db.run(sql`
    with texts as (
      select description as text from products
      where environment_id = ${environmentId} and strpos(description, '/files/') > 0
      union all
      select concat_ws(' ', image_url, description) from collections
      where environment_id = ${environmentId} and strpos(concat_ws(' ', image_url, description), '/files/') > 0
      union all
      select settings::text from themes where environment_id = ${environmentId} and strpos(settings::text, '/files/') > 0
      union all
      select body from policy_versions where environment_id = ${environmentId} and strpos(body, '/files/') > 0
      union all
      select body from article_versions where environment_id = ${environmentId} and strpos(body, '/files/') > 0
    ), mentions as materialized (
      select distinct (regexp_matches(text, '[0-9a-f]{64}[.](?:png|jpg|webp|gif|avif)', 'g'))[1] as name from texts
    ), uses as materialized (
      select files.name, title, exists (
        select from product_images
        where product_images.environment_id = ${environmentId} and product_images.file_name = files.name
      ) as is_shown, files.name in (select name from mentions) as is_mentioned
      from unnest(${names}::text[]) as checked (name)
      join files on files.environment_id = ${environmentId} and files.name = checked.name
    )
    update files set is_mentioned = uses.is_mentioned, is_used = is_shown or uses.is_mentioned, unused_since = case
      when uses.title is not null or is_shown or uses.is_mentioned then null
      else coalesce(files.unused_since, ${ctx.now}::timestamptz) end
    from uses
    where files.environment_id = ${environmentId} and files.name = uses.name and (
      uses.is_mentioned <> files.is_mentioned
      or (is_shown or uses.is_mentioned) <> files.is_used
      or (uses.title is not null or is_shown or uses.is_mentioned) = (files.unused_since is not null)
    )`)

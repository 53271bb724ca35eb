import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Code, type CodesQuery } from './schemas.ts'

/** The codes behind this one. */
export interface After {
  code: string
  take: number
}

export const listCodes = (ctx: Ctx, promotionId: string, { code, take }: After, { usage }: CodesQuery) =>
  ctx.db.rows(
    Code,
    sql`
      select code, usage_limit, used, disabled, created_at
      from promotion_codes
      where environment_id = ${ctx.environmentId} and promotion_id = ${promotionId} and code > ${code}
        and (${usage ?? null}::text is null or (used > 0) = (${usage ?? null} = 'used'))
      order by code
      limit ${take}`,
  )

const Added = Type.Object({ code: Type.String() })

/** Those that were free; the others stay what they are. */
export const insertCodes = async (
  ctx: Ctx,
  promotionId: string,
  codes: string[],
  usageLimit: number | null,
): Promise<Set<string>> => {
  const rows = await ctx.db.rows(
    Added,
    sql`
      insert into promotion_codes (environment_id, code, promotion_id, usage_limit, created_at)
      select ${ctx.environmentId}, code, ${promotionId}, ${usageLimit}, ${ctx.now}
      from unnest(${codes}::text[]) as fresh (code)
      order by code
      on conflict do nothing
      returning code`,
  )
  return new Set(rows.map(({ code }) => code))
}

export const disableCode = (ctx: Ctx, promotionId: string, code: string) =>
  ctx.db.run(sql`
    update promotion_codes set disabled = true
    where environment_id = ${ctx.environmentId} and promotion_id = ${promotionId} and code = ${code}`)

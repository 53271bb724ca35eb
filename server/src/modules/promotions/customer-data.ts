import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'

/** The use still counts toward the limit of the promotion, but no longer toward that of a customer. */
export const eraseUses = async (ctx: Ctx, { customerKeys }: Person): Promise<RowCounts> => ({
  promotion_uses: await ctx.db.run(sql`
    update promotion_uses set customer_key = null
    where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys})`),
})

const MovedUse = Type.Object({ id: Type.String() })

/** Of the uses in `ids`, or of all, those that count for `fromKey`. */
export async function moveUses(ctx: Ctx, fromKey: string, toKey: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedUse,
    sql`
      update promotion_uses set customer_key = ${toKey}
      where environment_id = ${ctx.environmentId} and customer_key = ${fromKey}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}

const MovedCode = Type.Object({ code: Type.String() })

/** Of the codes in `codes`, or of all, those that only `from` can use. */
export async function movePersonalCodes(ctx: Ctx, from: string, to: string, codes?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedCode,
    sql`
      update promotion_codes set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${codes ?? null}::text[] is null or code = any(${codes ?? null}))
      returning code`,
  )
  return moved.map(({ code }) => code)
}

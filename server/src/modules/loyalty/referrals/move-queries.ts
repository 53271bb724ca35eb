import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'

const MovedCode = Type.Object({ code: Type.String(), isPrimary: Type.Boolean() })
export type MovedCode = Static<typeof MovedCode>

export const listCodes = (ctx: Ctx, customerId: string) =>
  ctx.db.rows(
    MovedCode,
    sql`
      select code, is_primary from referral_codes
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId}
      order by code`,
  )

/** A customer who has a code keeps it; the others still work. */
export const moveCodes = (ctx: Ctx, from: string, to: string) =>
  ctx.db.run(sql`
    update referral_codes set customer_id = ${to}, is_primary = is_primary and not exists (
      select from referral_codes as own
      where own.environment_id = ${ctx.environmentId} and own.customer_id = ${to} and own.is_primary
    )
    where environment_id = ${ctx.environmentId} and customer_id = ${from}`)

export const returnCodes = (ctx: Ctx, from: string, to: string, codes: MovedCode[]) =>
  ctx.db.run(sql`
    update referral_codes set customer_id = ${to}, is_primary = moved."isPrimary"
    from json_to_recordset(${JSON.stringify(codes)}::json) as moved (code text, "isPrimary" boolean)
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and referral_codes.code = moved.code`)

const MovedReferral = Type.Object({ id: Type.String(), lotId: Type.Union([Type.String(), Type.Null()]) })

/** Those in `ids`, or all. */
export const moveReferrer = (ctx: Ctx, from: string, to: string, ids: string[] | null) =>
  ctx.db.rows(
    MovedReferral,
    sql`
      update referrals set referrer_id = ${to}
      where environment_id = ${ctx.environmentId} and referrer_id = ${from} and (${ids}::text[] is null or id = any(${ids}))
      returning id, referrer_lot_id as lot_id`,
  )

/** Those in `ids`, or all, unless the other customer was referred, too. */
export const moveReferee = (ctx: Ctx, from: string, to: string, ids: string[] | null) =>
  ctx.db.rows(
    MovedReferral,
    sql`
      update referrals set referee_id = ${to}
      where environment_id = ${ctx.environmentId} and referee_id = ${from} and (${ids}::text[] is null or id = any(${ids}))
        and not exists (
          select from referrals as own where own.environment_id = ${ctx.environmentId} and own.referee_id = ${to}
        )
      returning id, referee_lot_id as lot_id`,
  )

/** Nobody will pay for an order to qualify them. */
export const deletePending = (ctx: Ctx, refereeIds: string[]) =>
  ctx.db.run(sql`
    delete from referrals
    where environment_id = ${ctx.environmentId} and referee_id = any(${refereeIds}) and status = 'pending'`)

/** Whoever has seen the code knows whose it was. */
export const eraseCodes = (ctx: Ctx, referrerIds: string[]) =>
  ctx.db.run(sql`
    update referrals set code = null
    where environment_id = ${ctx.environmentId} and referrer_id = any(${referrerIds}) and code is not null`)

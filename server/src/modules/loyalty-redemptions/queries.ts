import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import type { LotShare } from '../loyalty/schemas.ts'
import { Redemption, type RedemptionsQuery } from './schemas.ts'

type NewRow = Pick<
  Redemption,
  'id' | 'customerId' | 'reward' | 'type' | 'points' | 'value' | 'giftCardId' | 'promotionId' | 'cartId'
> & { code: string | null; lots: LotShare[] }

export const insertRedemption = (ctx: Ctx, row: NewRow) =>
  ctx.db.run(sql`
    insert into loyalty_redemptions (environment_id, id, customer_id, reward, type, points, amount, currency, gift_card_id,
      promotion_id, code, cart_id, lots, created_at)
    values (${ctx.environmentId}, ${row.id}, ${row.customerId}, ${row.reward}, ${row.type}, ${row.points}, ${row.value.amount},
      ${row.value.currency}, ${row.giftCardId}, ${row.promotionId}, ${row.code}, ${row.cartId}, ${JSON.stringify(row.lots)}::jsonb,
      ${ctx.now})`)

/**
 * Only a reversal is stored. Everything else follows from the code, the card or the cart, which change without this
 * module. A cart is deleted long after it became an order, but its checkout stays.
 */
export const listRedemptions = (
  ctx: Ctx,
  { before, take }: Keyset,
  filter: Pick<RedemptionsQuery, 'customerId' | 'status'> & { id?: string },
) =>
  ctx.db.rows(
    Redemption,
    sql`
      select id, customer_id, reward, type, points, json_build_object('amount', amount, 'currency', currency) as value,
        gift_card_id, promotion_id, cart_id, derived.status, created_at, reversed_at
      from loyalty_redemptions as redemption
      cross join lateral (
        select case
          when redemption.reversed_at is not null then 'reversed'
          when redemption.type = 'discount_code' then case when exists (
            select from promotion_codes
            where promotion_codes.environment_id = ${ctx.environmentId} and promotion_codes.code = redemption.code
              and usage_count = 0
          ) then 'active' else 'used' end
          when redemption.type = 'gift_card' then case when exists (
            select from gift_cards
            where gift_cards.environment_id = ${ctx.environmentId} and gift_cards.id = redemption.gift_card_id
              and gift_cards.status = 'active' and balance = initial_amount
              and (expires_at is null or expires_at > ${ctx.now}::timestamptz)
          ) then 'active' else 'used' end
          when exists (
            select from checkouts
            join orders on orders.environment_id = ${ctx.environmentId} and orders.id = checkouts.order_id
            where checkouts.environment_id = ${ctx.environmentId} and checkouts.cart_id = redemption.cart_id
              and checkouts.snapshot #>> '{reserved,points,points}' is not null
          ) then 'used'
          when exists (
            select from carts
            where carts.environment_id = ${ctx.environmentId} and carts.id = redemption.cart_id and carts.status = 'open'
              and points_customer_id = redemption.customer_id
              and (contents #>> '{points,requested}')::bigint = redemption.points
          ) then 'active'
          else 'reversed'
        end as status
      ) as derived
      where redemption.environment_id = ${ctx.environmentId} and redemption.id < ${before}
        and (${filter.id ?? null}::text is null or redemption.id = ${filter.id ?? null})
        and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
        and (${filter.status ?? null}::text is null or derived.status = ${filter.status ?? null})
      order by redemption.id desc
      limit ${take}`,
  )

const StoredRedemption = Type.Object({
  id: Id('rdm'),
  customerId: Id('cus'),
  type: Redemption.properties.type,
  points: Type.Integer(),
  amount: Type.Integer(),
  currency: Type.String(),
  giftCardId: Nullable(Id('gc')),
  promotionId: Nullable(Id('promo')),
  code: Nullable(Type.String()),
  cartId: Nullable(Id('cart')),
  lots: Type.Unsafe<LotShare[]>({ type: 'array' }),
  reversedAt: Nullable(Timestamp),
})
export type StoredRedemption = Static<typeof StoredRedemption>

export const findRedemption = (ctx: Ctx, id: string) =>
  ctx.db.row(
    StoredRedemption,
    sql`
      select id, customer_id, type, points, amount, currency, gift_card_id, promotion_id, code, cart_id, lots, reversed_at
      from loyalty_redemptions where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** Returns 0 if it was reversed before, or moved to another customer in the meantime. */
export const markReversed = (ctx: Ctx, { id, customerId }: Pick<StoredRedemption, 'id' | 'customerId'>) =>
  ctx.db.run(sql`
    update loyalty_redemptions set reversed_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id} and customer_id = ${customerId} and reversed_at is null`)

/** The cart pays with other points from now on. */
export const replaceCartRedemption = (ctx: Ctx, cartId: string) =>
  ctx.db.run(sql`
    update loyalty_redemptions set reversed_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and cart_id = ${cartId} and reversed_at is null`)

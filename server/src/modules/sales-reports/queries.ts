import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'

const PeriodRow = Type.Object({
  timeZone: Type.String(),
  currency: Type.String(),
  from: Type.String(),
  to: Type.String(),
  previousFrom: Type.String(),
  previousTo: Type.String(),
  hour: Type.Integer(),
  startMs: Type.Integer(),
  previousStartMs: Type.Integer(),
  previousEndMs: Type.Integer(),
})

/** Days begin at midnight in the shop's time zone; the database knows when that was. */
export const resolvePeriod = (ctx: Ctx, days: number) =>
  ctx.db.one(
    PeriodRow,
    sql`
      select time_zone, currency, (today - ${days}::int + 1)::text as from, today::text as to,
        (today - 2 * ${days}::int + 1)::text as previous_from, (today - ${days}::int)::text as previous_to,
        extract(hour from local_now)::int as hour,
        (extract(epoch from (today - ${days}::int + 1)::timestamp at time zone time_zone) * 1000)::bigint as start_ms,
        (extract(epoch from (today - 2 * ${days}::int + 1)::timestamp at time zone time_zone) * 1000)::bigint as previous_start_ms,
        (extract(epoch from (local_now - ${days}::int * interval '1 day') at time zone time_zone) * 1000)::bigint as previous_end_ms
      from (
        select time_zone, currency, ${ctx.now}::timestamptz at time zone time_zone as local_now,
          (${ctx.now}::timestamptz at time zone time_zone)::date as today
        from environments where id = ${ctx.environmentId}
      ) as shop`,
  )

/** The period and the one it is compared with. Both ends are part of them. */
export interface SalesPeriod {
  timeZone: string
  start: Date
  previousStart: Date
  previousEnd: Date
  /** As `to_char` formats it: hours or days. */
  keyFormat: string
}

const SalesRow = Type.Object({
  currency: Type.String(),
  key: Type.String(),
  orders: Type.Integer(),
  gross: Type.Integer(),
  discounts: Type.Integer(),
  returns: Type.Integer(),
  shipping: Type.Integer(),
  taxes: Type.Integer(),
})
export type SalesRow = Static<typeof SalesRow>

/**
 * What was sold, by hour or day. The total of an item includes its tax, whether or not prices do; where prices include it,
 * a discount is reduced by its share of the tax. So that the parts always add up to what buyers were charged, only the
 * discount is rounded. Items are looked up order by order: PostgreSQL underestimates the orders of a period, and would
 * compare every order with every item of the period.
 */
export const loadSales = (ctx: Ctx, { timeZone, start, previousStart, previousEnd, keyFormat }: SalesPeriod) =>
  ctx.db.rows(
    SalesRow,
    sql`
      select currency, key, count(*) filter (where sold.items > 0)::int as orders, sum(sold.net + sold.discounts)::bigint as gross,
        sum(sold.discounts)::bigint as discounts, sum(imported_refunds + exchange_credit)::bigint as returns,
        sum(shipping - case when tax_included then shipping_tax else 0 end)::bigint as shipping,
        sum(sold.taxes + shipping_tax)::bigint as taxes
      from (
        select id, currency, to_char(placed_at at time zone ${timeZone}::text, ${keyFormat}::text) as key,
          coalesce((contents -> 'totals' ->> 'taxIncluded')::boolean, false) as tax_included,
          coalesce((contents -> 'shipping' ->> 'amount')::bigint - (contents -> 'shipping' ->> 'discount')::bigint, 0) as shipping,
          coalesce((contents -> 'shipping' ->> 'tax')::bigint, 0) as shipping_tax,
          -- Refunds in the shop that the order was imported from have no date of their own.
          case when source = 'import' then greatest(0, refunded - (
            select coalesce(sum(amount), 0) from order_refunds
            where environment_id = ${ctx.environmentId} and order_id = orders.id and status = 'completed'
          )) else 0 end as imported_refunds,
          case when contents -> 'exchangeOf' is null then 0 else (
            select coalesce(sum(captured), 0) from order_payments
            where environment_id = ${ctx.environmentId} and order_id = orders.id and kind = 'external'
              and details ->> 'exchangeOf' is not null
          ) end as exchange_credit
        from orders
        where environment_id = ${ctx.environmentId} and status in ('open', 'archived')
          and placed_at >= ${previousStart} and placed_at <= ${ctx.now}
          and (placed_at >= ${start} or placed_at <= ${previousEnd})
        offset 0
      ) as placed
      cross join lateral (
        select count(*) as items, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as taxes,
          coalesce(sum(case
            when tax_included and subtotal > discount then round(discount::numeric * net / (subtotal - discount))
            else discount end), 0) as discounts
        from (
          select total - (details ->> 'tax')::bigint as net, (details ->> 'tax')::bigint as tax,
            (details ->> 'subtotal')::bigint as subtotal, (details ->> 'discount')::bigint as discount
          from order_items
          where environment_id = ${ctx.environmentId} and order_id = placed.id
            and not coalesce((details ->> 'giftCard')::boolean, false)
        ) as item
      ) as sold
      group by currency, key`,
  )

/** What was refunded, by hour or day of the refund, with negative shipping and taxes. */
export const loadReturns = (ctx: Ctx, { timeZone, start, previousStart, previousEnd, keyFormat }: SalesPeriod) =>
  ctx.db.rows(
    SalesRow,
    sql`
      select currency, key, 0 as orders, 0 as gross, 0 as discounts,
        -- What was refunded besides items and shipping, such as for a complaint, counts as returned, too.
        sum(amount - shipping - returned.gift_cards - returned.taxes)::bigint as returns,
        -sum(shipping - shipping_tax)::bigint as shipping, -sum(returned.taxes + shipping_tax)::bigint as taxes
      from (
        select refund.currency, to_char(refund.created_at at time zone ${timeZone}::text, ${keyFormat}::text) as key,
          refund.amount, refund.shipping, refund.order_id, refund.items,
          -- The part of the shipping charge that was tax.
          coalesce(round(refund.shipping::numeric * (contents -> 'shipping' ->> 'tax')::bigint / nullif(
            (contents -> 'shipping' ->> 'amount')::bigint - (contents -> 'shipping' ->> 'discount')::bigint
            + case when (contents -> 'totals' ->> 'taxIncluded')::boolean then 0 else (contents -> 'shipping' ->> 'tax')::bigint end,
            0)), 0) as shipping_tax
        from order_refunds as refund
        join orders on orders.environment_id = ${ctx.environmentId} and orders.id = refund.order_id
        where refund.environment_id = ${ctx.environmentId} and refund.status <> 'failed' and orders.status in ('open', 'archived')
          and refund.created_at >= ${previousStart} and refund.created_at <= ${ctx.now}
          and (refund.created_at >= ${start} or refund.created_at <= ${previousEnd})
        offset 0
      ) as refunds
      cross join lateral (
        select coalesce(sum(case when gift_card then refunded_amount else 0 end), 0) as gift_cards,
          coalesce(sum(case when gift_card or total = 0 then 0 else round(refunded_amount::numeric * tax / total) end), 0) as taxes
        from (
          select refunded.amount as refunded_amount, item.total, (details ->> 'tax')::bigint as tax,
            coalesce((details ->> 'giftCard')::boolean, false) as gift_card
          from json_to_recordset(refunds.items) as refunded ("itemId" text, amount bigint)
          join order_items as item on item.environment_id = ${ctx.environmentId} and item.order_id = refunds.order_id
            and item.id = refunded."itemId"
        ) as items
      ) as returned
      group by currency, key`,
  )

const ConversionRow = Type.Object({
  isCurrent: Type.Boolean(),
  carts: Type.Integer(),
  converted: Type.Integer(),
})

export const loadConversion = (ctx: Ctx, { start, previousStart, previousEnd }: SalesPeriod) =>
  ctx.db.rows(
    ConversionRow,
    sql`
      select created_at >= ${start} as is_current, count(*)::int as carts, count(order_id)::int as converted
      from carts
      where environment_id = ${ctx.environmentId} and variant_ids <> '{}'
        and created_at >= ${previousStart} and created_at <= ${ctx.now}
        and (created_at >= ${start} or created_at <= ${previousEnd})
      group by is_current`,
  )

import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import { compileFilter } from './compile-filter.ts'
import { type Filter, SampleMember, Segment, SegmentAudit } from './schemas.ts'

export const SegmentRow = Type.Object({
  ...Segment.properties,
  /** The last customer that the current pass has evaluated. */
  evaluatedUpTo: Nullable(Type.String()),
})
export type SegmentRow = Static<typeof SegmentRow>

/**
 * Until the transaction ends, nobody else changes a filter or members of this environment: whoever evaluates customers
 * sees every change that was committed before, and the latest filters.
 */
export const lockSegments = (ctx: Ctx) =>
  ctx.db.run(sql`select pg_advisory_xact_lock(53020032, hashtext(${ctx.environmentId}))`)

export const insertSegment = (ctx: Ctx, { id, name, filter }: Pick<Segment, 'id' | 'name' | 'filter'>) =>
  ctx.db.run(sql`
    insert into segments (environment_id, id, name, filter, as_of, status, evaluated_up_to, member_count, version, created_at,
      updated_at)
    values (${ctx.environmentId}, ${id}, ${name}, ${JSON.stringify(filter)}, ${ctx.now}, 'building', '', 0, 1, ${ctx.now},
      ${ctx.now})`)

export const updateName = (ctx: Ctx, id: string, name: string) =>
  ctx.db.run(sql`
    update segments set name = ${name}, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Starts a pass over all customers. */
export const updateFilter = (ctx: Ctx, id: string, filter: Filter) =>
  ctx.db.run(sql`
    update segments set filter = ${JSON.stringify(filter)}, as_of = ${ctx.now}, status = 'building', evaluated_up_to = ''
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Its members are removed by the job. */
export const deleteSegment = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from segments where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Waits for promotions that are being saved with this segment; new ones wait until the transaction ends. */
export const blockPromotions = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select from segments where environment_id = ${ctx.environmentId} and id = ${id} for update`)

/** The first ten. */
export const listPromotionsFor = (ctx: Ctx, segmentId: string) =>
  ctx.db.rows(
    Type.Object({ id: Id('promo'), title: Type.String() }),
    sql`
      select id, title from promotions
      where environment_id = ${ctx.environmentId} and conditions -> 'customer' -> 'segmentIds' @> to_jsonb(${segmentId}::text)
      order by id desc
      limit 10`,
  )

export const findSegment = (ctx: Ctx, id: string) =>
  ctx.db.row(
    SegmentRow,
    sql`
      select id, name, filter, status, member_count, as_of as refreshed_at, version, created_at, updated_at, evaluated_up_to
      from segments
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listSegments = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    SegmentRow,
    sql`
      select id, name, filter, status, member_count, as_of as refreshed_at, version, created_at, updated_at, evaluated_up_to
      from segments
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

export const countSegments = async (ctx: Ctx): Promise<number> => {
  const { count } = await ctx.db.one(
    Count,
    sql`select count(*) as count from segments where environment_id = ${ctx.environmentId}`,
  )
  return count
}

const Count = Type.Object({ count: Type.Integer() })
const CustomerId = Type.Object({ id: Id('cus') })

/*
 * The statements below contain a compiled filter, so they are not complete in the source: the tests run each field with
 * each operator.
 */

/** The name stands for the columns, which don't depend on the filter. */
const toStatement = (name: string, text: string, values: unknown[]): Statement => ({
  name: `segments.${name}`,
  text,
  values,
  usesCustomPlan: true,
})

const CUSTOMERS = `
  customers as customer
  left join customer_totals as totals on totals.environment_id = $1 and totals.customer_id = customer.id
    and totals.currency = (select currency from environments where environments.id = $1)`

/** Which of these customers match. */
export async function listMatching(
  ctx: Ctx,
  { filter, refreshedAt }: Pick<Segment, 'filter' | 'refreshedAt'>,
  customerIds: string[],
): Promise<string[]> {
  const { condition, values } = compileFilter(filter, ctx.environmentId, new Date(refreshedAt))
  const text = `
    select customer.id from ${CUSTOMERS}
    where customer.environment_id = $1 and customer.id = any($${values.length + 1}::text[]) and (${condition})`
  return (await ctx.db.rows(CustomerId, toStatement('matching', text, [...values, customerIds]))).map(({ id }) => id)
}

export async function countMatching(ctx: Ctx, filter: Filter): Promise<number> {
  const { condition, values } = compileFilter(filter, ctx.environmentId, ctx.now)
  const text = `select count(*) as count from ${CUSTOMERS} where customer.environment_id = $1 and (${condition})`
  return (await ctx.db.one(Count, toStatement('count', text, values))).count
}

/** The newest. */
export function sampleMatching(ctx: Ctx, filter: Filter, take: number) {
  const { condition, values } = compileFilter(filter, ctx.environmentId, ctx.now)
  const text = `
    select customer.id, customer.name, (
      select address from customer_emails as email
      where email.environment_id = $1 and email.customer_id = customer.id
      order by position limit 1
    ) as email
    from ${CUSTOMERS}
    where customer.environment_id = $1 and (${condition})
    order by customer.id desc
    limit ${take}`
  return ctx.db.rows(SampleMember, toStatement('sample', text, values))
}

const MAX_DRIFT = 1000
const AuditRow = Type.Object({ ...SegmentAudit.properties, status: Type.Optional(SegmentAudit.properties.status) })

/** During a pass, only customers that it has evaluated are compared. */
export function auditMembers(ctx: Ctx, { id, filter, refreshedAt, evaluatedUpTo, memberCount }: SegmentRow) {
  const { condition, values } = compileFilter(filter, ctx.environmentId, new Date(refreshedAt))
  const [segmentId, upTo, stored] = [1, 2, 3].map((at) => `$${values.length + at}`)
  const text = `
    with matching as (
      select customer.id from ${CUSTOMERS}
      where customer.environment_id = $1 and (${condition}) and (${upTo}::text is null or customer.id <= ${upTo})
    ), members as (
      select customer_id from segment_members
      where environment_id = $1 and segment_id = ${segmentId} and (${upTo}::text is null or customer_id <= ${upTo})
    ), drift as (
      select coalesce(matching.id, members.customer_id) as customer_id, matching.id is not null as expected
      from matching full join members on members.customer_id = matching.id
      where matching.id is null or members.customer_id is null
    ), reported as (
      select customer_id, expected from drift order by customer_id limit ${MAX_DRIFT}
    )
    select ${stored}::integer as member_count,
      (select count(*) from segment_members where environment_id = $1 and segment_id = ${segmentId}) as members,
      (select count(*) from drift) as drift_count,
      coalesce((
        select json_agg(json_build_object('customerId', customer_id, 'expected', expected)) from reported
      ), '[]') as drift`
  return ctx.db.one(AuditRow, toStatement('audit', text, [...values, id, evaluatedUpTo, memberCount]))
}

export const ExportedMember = Type.Object({
  id: Id('cus'),
  name: Nullable(Type.String()),
  company: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  country: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  emailMarketing: Nullable(Type.String()),
  smsMarketing: Nullable(Type.String()),
  phoneMarketing: Nullable(Type.String()),
  currency: Type.String(),
  orders: Type.Integer(),
  spent: Type.Integer(),
  lastOrderAt: Nullable(Timestamp),
  createdAt: Timestamp,
  since: Timestamp,
})
export type ExportedMember = Static<typeof ExportedMember>

/** Oldest customers first. */
export const listMembersAfter = (ctx: Ctx, segmentId: string, after: string, take: number) =>
  ctx.db.rows(
    ExportedMember,
    sql`
      select customers.id, customers.name, company, locale, tags, email_marketing, sms_marketing, phone_marketing, environments.currency,
        coalesce(orders, 0) as orders, coalesce(spent, 0) as spent,
        case when orders > 0 then to_timestamp(last_order_ms / 1000.0) end as last_order_at, customers.created_at, since,
        (
          select address from customer_emails as email
          where email.environment_id = ${ctx.environmentId} and email.customer_id = customers.id
          order by position limit 1
        ) as email,
        (
          select number from customer_phones as phone
          where phone.environment_id = ${ctx.environmentId} and phone.customer_id = customers.id
          order by position limit 1
        ) as phone,
        (
          select address ->> 'country' from customer_addresses as place
          where place.environment_id = ${ctx.environmentId} and place.customer_id = customers.id
          order by position limit 1
        ) as country
      from segment_members
      join customers on customers.environment_id = ${ctx.environmentId} and customers.id = segment_members.customer_id
      join environments on environments.id = ${ctx.environmentId}
      left join customer_totals as totals on totals.environment_id = ${ctx.environmentId} and totals.customer_id = customers.id
        and totals.currency = environments.currency
      where segment_members.environment_id = ${ctx.environmentId} and segment_id = ${segmentId}
        and segment_members.customer_id > ${after}
      order by segment_members.customer_id
      limit ${take}`,
  )

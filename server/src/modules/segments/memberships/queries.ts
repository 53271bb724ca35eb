import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import type { StatementJob } from '../../../jobs/job.ts'
import { Id, OneOf, Uuid } from '../../../kit/schema.ts'
import { SegmentRow } from '../queries.ts'

const CustomerId = Type.Object({ id: Id('cus') })

interface Subject {
  customerId?: string
  orderId?: string
  ticketId?: string
}

/**
 * The customers, and those of the orders and tickets. Customers who are already queued stay queued. Enqueues the job also
 * then: it may have used up its attempts.
 */
export const queueCustomers = (ctx: Ctx, subjects: Subject[], evaluate: StatementJob) =>
  ctx.db.run(sql`
    with queued as (
      insert into segment_queue (environment_id, customer_id)
      select distinct ${ctx.environmentId}::uuid, changed.customer_id from (
        select unnest(${subjects.flatMap(({ customerId }) => customerId ?? [])}::text[]) as customer_id
        union all
        select customer_id from orders
        where environment_id = ${ctx.environmentId} and id = any(${subjects.flatMap(({ orderId }) => orderId ?? [])})
        union all
        select customer_id from tickets
        where environment_id = ${ctx.environmentId} and id = any(${subjects.flatMap(({ ticketId }) => ticketId ?? [])})
      ) as changed
      where changed.customer_id is not null
      order by changed.customer_id
      on conflict do nothing
      returning customer_id
    ), counted as (
      select count(*) as count from queued
    )
    select enqueue_job(${evaluate.name}, ${evaluate.payload}::json, null, ${evaluate.key}, ${evaluate.maxAttempts})
    from counted`)

/** Whoever changes from now on is queued again. */
export const takeQueued = async (ctx: Ctx, take: number): Promise<string[]> => {
  const rows = await ctx.db.rows(
    CustomerId,
    sql`
      delete from segment_queue
      where environment_id = ${ctx.environmentId} and customer_id in (
        select customer_id from segment_queue where environment_id = ${ctx.environmentId} order by customer_id limit ${take}
      )
      returning customer_id as id`,
  )
  return rows.map(({ id }) => id)
}

export const listAllSegments = (ctx: Ctx) =>
  ctx.db.rows(
    SegmentRow,
    sql`
      select id, name, filter, status, member_count, as_of as refreshed_at, version, created_at, updated_at, evaluated_up_to
      from segments
      where environment_id = ${ctx.environmentId}
      order by id`,
  )

export const listCustomersAfter = async (ctx: Ctx, after: string, take: number): Promise<string[]> => {
  const rows = await ctx.db.rows(
    CustomerId,
    sql`
      select id from customers
      where environment_id = ${ctx.environmentId} and id > ${after}
      order by id
      limit ${take}`,
  )
  return rows.map(({ id }) => id)
}

const MembershipChange = Type.Object({ joined: Type.Array(Id('cus')), left: Type.Array(Id('cus')) })

/** Of the evaluated customers, those that match become members, the others leave. */
export const saveMembers = (ctx: Ctx, segmentId: string, evaluated: string[], matching: string[]) =>
  ctx.db.one(
    MembershipChange,
    sql`
      with removed as (
        delete from segment_members
        where environment_id = ${ctx.environmentId} and segment_id = ${segmentId} and customer_id = any(${evaluated})
          and customer_id <> all(${matching})
        returning customer_id
      ), added as (
        insert into segment_members (environment_id, segment_id, customer_id, since)
        select ${ctx.environmentId}, ${segmentId}, id, ${ctx.now} from unnest(${matching}::text[]) as input (id)
        on conflict do nothing
        returning customer_id
      ), counted as (
        update segments
        set member_count = member_count + (select count(*) from added) - (select count(*) from removed)
        where environment_id = ${ctx.environmentId} and id = ${segmentId}
          and (exists (select from added) or exists (select from removed))
      )
      select array(select customer_id from added order by customer_id) as joined,
        array(select customer_id from removed order by customer_id) as left`,
  )

export const saveProgress = (ctx: Ctx, segmentId: string, evaluatedUpTo: string) =>
  ctx.db.run(sql`
    update segments set evaluated_up_to = ${evaluatedUpTo}
    where environment_id = ${ctx.environmentId} and id = ${segmentId}`)

/** Members who are no customers anymore leave when their deletion is evaluated, not here. */
export const finishPass = (ctx: Ctx, segmentId: string) =>
  ctx.db.run(sql`
    update segments set evaluated_up_to = null, status = 'ready'
    where environment_id = ${ctx.environmentId} and id = ${segmentId}`)

/** Of a deleted segment. Returns how many were deleted. */
export const deleteMembers = (ctx: Ctx, segmentId: string, take: number) =>
  ctx.db.run(sql`
    delete from segment_members
    where environment_id = ${ctx.environmentId} and segment_id = ${segmentId} and customer_id in (
      select customer_id from segment_members
      where environment_id = ${ctx.environmentId} and segment_id = ${segmentId}
      limit ${take}
    )
    returning customer_id`)

/** Starts a pass over all customers, with relative dates counted from now. */
export const startPass = (ctx: Ctx, segmentId: string) =>
  ctx.db.run(sql`
    update segments set as_of = ${ctx.now}, evaluated_up_to = ''
    where environment_id = ${ctx.environmentId} and id = ${segmentId}`)

const Environment = Type.Object({ workspaceId: Uuid, environmentId: Uuid, mode: OneOf(['live', 'test']) })

export const listEnvironments = ({ db }: SystemCtx) =>
  db.rows(
    Environment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments order by id`,
  )

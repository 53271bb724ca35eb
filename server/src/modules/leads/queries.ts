import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset, RankedKeyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import type { CustomerSearch } from '../customers/identity/identity.ts'
import { type Conversion, Lead, LeadSubmission, type LeadsQuery } from './schemas.ts'

/** The lead of this contact, which stays locked until the transaction ends. Without one, `lead` is stored. */
export const findOrInsertLead = (ctx: Ctx, contact: string, lead: Lead) =>
  ctx.db.one(
    Lead,
    sql`
      insert into leads (environment_id, id, contact, status, source, first_touch, last_touch, product_ids, custom_fields,
        consents, tags, score, score_reasons, spam_reasons, submission_count, search, version, created_at, updated_at)
      values (${ctx.environmentId}, ${lead.id}, ${contact}, ${lead.status}, ${lead.source}, ${JSON.stringify(lead.firstTouch)},
        ${JSON.stringify(lead.lastTouch)}, '{}', '{}', '[]', '{}', 0, '[]', '{}', 0, '', 0, ${ctx.now}, ${ctx.now})
      on conflict (environment_id, contact) do update set version = leads.version
      returning id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at`,
  )

/** All fields but those that identify it. */
export const updateLead = (ctx: Ctx, lead: Lead, search: string) =>
  ctx.db.one(
    Lead,
    sql`
      update leads set status = ${lead.status}, email = ${lead.email}, phone = ${lead.phone}, name = ${lead.name},
        company = ${lead.company}, locale = ${lead.locale}, message = ${lead.message}, source = ${lead.source},
        first_touch = ${JSON.stringify(lead.firstTouch)}, last_touch = ${JSON.stringify(lead.lastTouch)},
        product_ids = ${lead.productIds}, custom_fields = ${JSON.stringify(lead.customFields)},
        consents = ${JSON.stringify(lead.consents)}, tags = ${lead.tags}, score = ${lead.score},
        score_reasons = ${JSON.stringify(lead.scoreReasons)}, spam_reasons = ${lead.spamReasons},
        customer_id = ${lead.customerId}, assignee_id = ${lead.assigneeId}, staff_note = ${lead.staffNote},
        conversion = ${lead.conversion === null ? null : JSON.stringify(lead.conversion)},
        submission_count = ${lead.submissionCount}, search = ${search}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${lead.id}
      returning id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at`,
  )

export const insertSubmission = (ctx: Ctx, leadId: string, submission: LeadSubmission) =>
  ctx.db.run(sql`
    insert into lead_submissions (environment_id, id, lead_id, email, phone, name, company, locale, message, touch,
      product_ids, custom_fields, consents, spam_reasons, created_at)
    values (${ctx.environmentId}, ${submission.id}, ${leadId}, ${submission.email}, ${submission.phone}, ${submission.name},
      ${submission.company}, ${submission.locale}, ${submission.message}, ${JSON.stringify(submission.touch)},
      ${submission.productIds}, ${JSON.stringify(submission.customFields)}, ${JSON.stringify(submission.consents)},
      ${submission.spamReasons}, ${ctx.now})`)

export const findLead = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Lead,
    sql`
      select id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at
      from leads where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

/** Blocks other changes until the transaction ends. */
export const lockLead = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Lead,
    sql`
      select id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at
      from leads where environment_id = ${ctx.environmentId} and id = ${id}
      for no key update`,
  )

const RankedLead = Type.Object({ ...Lead.properties, rank: Type.Integer() })

/**
 * One page. The plan is made for these filters and this order: PostgreSQL drops the filters that are null and reduces
 * the rank to one column, for which there is an index. A text is searched in the first `scanned` leads of the list.
 */
export const listLeads = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  filter: LeadsQuery,
  { textPattern, emailPattern }: CustomerSearch,
  { scanned, leadIds }: { scanned: number | null; leadIds: string[] | null },
) =>
  ctx.db.rows(
    RankedLead,
    withCustomPlan(sql`
      select id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at, rank
      from (
        select id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
          custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note,
          conversion, submission_count, version, created_at, updated_at, search,
          case ${filter.sort ?? 'newest'} when 'score' then score::bigint
            else (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint end as rank
        from leads
        where environment_id = ${ctx.environmentId}
          and (${leadIds}::text[] is null or id = any(${leadIds}))
          and case when ${filter.status ?? null}::text is null then status <> 'spam'
            else status = ${filter.status ?? null} end
          and (${filter.sort ?? 'newest'} = 'newest'
            or (score::bigint, id) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
          and (${filter.sort ?? 'newest'} <> 'newest' or (
            (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint, id
          ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
          and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
          and (${filter.assigneeId ?? null}::text is null or assignee_id = ${filter.assigneeId ?? null})
          and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
          and (${emailPattern}::text is null or contact like ${emailPattern})
          and (${filter.scoreMin ?? null}::bigint is null or score::bigint >= ${filter.scoreMin ?? null})
          and (${toMs(filter.createdFrom)}::bigint is null
            or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint >= ${toMs(filter.createdFrom)})
          and (${toMs(filter.createdTo)}::bigint is null
            or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint < ${toMs(filter.createdTo)})
        order by case ${filter.sort ?? 'newest'} when 'score' then score::bigint
          else (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint end desc, id desc
        limit ${scanned}
      ) as listed
      where ${textPattern}::text is null or search like ${textPattern}
      order by rank desc, id desc
      limit ${take}`),
  )

const LeadRef = Type.Object({ id: Lead.properties.id })

/**
 * The first leads of a list that contain the text. PostgreSQL looks them up in the index of words, one week or score after
 * the other, and stops when there are enough. `0 +` has no index: otherwise it would read a whole list in its order.
 */
export const listSearchMatches = (
  ctx: Ctx,
  { rank, before, take }: RankedKeyset,
  filter: LeadsQuery,
  textPattern: string,
) =>
  ctx.db.rows(
    LeadRef,
    withCustomPlan(sql`
      select matches.id
      from generate_series(
        case ${filter.sort ?? 'newest'} when 'score' then ${Math.min(rank, 100)}::bigint
          else (
            select least(
              max((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint),
              ${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint
            ) / 604800000
            from leads
            where environment_id = ${ctx.environmentId} and status <> 'spam'
          ) end,
        case ${filter.sort ?? 'newest'} when 'score' then ${filter.scoreMin ?? 0}::bigint
          else (
            select min((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) / 604800000 from leads
            where environment_id = ${ctx.environmentId} and status <> 'spam'
          ) end,
        -1
      ) as step
      cross join lateral (
        select id from leads
        where environment_id = ${ctx.environmentId}
          and (${filter.sort ?? 'newest'} <> 'newest'
            or floor(extract(epoch from created_at at time zone 'UTC') / 604800)::bigint = step)
          and (${filter.sort ?? 'newest'} = 'newest' or score = step::smallint)
          and search like ${textPattern}
          and case when ${filter.status ?? null}::text is null then status <> 'spam'
            else status = ${filter.status ?? null} end
          and (${filter.sort ?? 'newest'} = 'newest'
            or (score::bigint, id) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
          and (${filter.sort ?? 'newest'} <> 'newest' or (
            (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint, id
          ) < (${Math.min(rank, Number.MAX_SAFE_INTEGER)}::bigint, ${before}))
          and (${filter.source ?? null}::text is null or source = ${filter.source ?? null})
          and (${filter.assigneeId ?? null}::text is null or assignee_id = ${filter.assigneeId ?? null})
          and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
          and (${filter.scoreMin ?? null}::bigint is null or score::bigint >= ${filter.scoreMin ?? null})
          and (${toMs(filter.createdFrom)}::bigint is null
            or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint >= ${toMs(filter.createdFrom)})
          and (${toMs(filter.createdTo)}::bigint is null
            or (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint < ${toMs(filter.createdTo)})
        order by 0 + case ${filter.sort ?? 'newest'} when 'score' then score::bigint
          else (extract(epoch from created_at at time zone 'UTC') * 1000)::bigint end desc, id desc
        limit ${take}
      ) as matches
      limit ${take}`),
  )

const toMs = (time: string | undefined) => (time === undefined ? null : Date.parse(time))

export const listSubmissions = (ctx: Ctx, leadId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    LeadSubmission,
    sql`
      select id, email, phone, name, company, locale, message, touch, product_ids, custom_fields, consents, spam_reasons,
        created_at
      from lead_submissions
      where environment_id = ${ctx.environmentId} and lead_id = ${leadId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** What people sent since the last time, in their order; no spam. */
export const claimSubmissions = (ctx: Ctx, leadId: string) =>
  ctx.db.rows(
    LeadSubmission,
    sql`
      with claimed as (
        update lead_submissions set processed_at = ${ctx.now}
        where environment_id = ${ctx.environmentId} and lead_id = ${leadId} and processed_at is null and spam_reasons = '{}'
        returning id, email, phone, name, company, locale, message, touch, product_ids, custom_fields, consents,
          spam_reasons, created_at
      )
      select id, email, phone, name, company, locale, message, touch, product_ids, custom_fields, consents, spam_reasons,
        created_at
      from claimed order by id`,
  )

const PlacedOrder = Type.Object({
  id: Id('ord'),
  customerId: Nullable(Id('cus')),
  value: Money,
  placedAt: Timestamp,
})
export type PlacedOrder = Static<typeof PlacedOrder>

/** Without drafts: nothing is sold yet. */
export const findPlacedOrder = (ctx: Ctx, id: string) =>
  ctx.db.row(
    PlacedOrder,
    sql`
      select id, customer_id, json_build_object('amount', total, 'currency', currency) as value, placed_at from orders
      where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'draft'`,
  )

/** Undefined if it converts no lead, by the conditions of `listConvertible`. */
export const findConvertingOrder = (ctx: Ctx, id: string) =>
  ctx.db.row(
    PlacedOrder,
    sql`
      select id, customer_id, json_build_object('amount', total, 'currency', currency) as value, placed_at from orders
      where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'draft' and exists (
        select from leads
        where leads.environment_id = ${ctx.environmentId} and leads.customer_id = orders.customer_id
          and leads.created_at <= orders.placed_at and leads.status in ('new', 'contacted', 'qualified', 'lost')
      )`,
  )

/** The customer's first order since then. */
export const findOrderSince = (ctx: Ctx, customerId: string, since: string) =>
  ctx.db.row(
    PlacedOrder,
    sql`
      select id, customer_id, json_build_object('amount', total, 'currency', currency) as value, placed_at from orders
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and placed_at >= ${since}
        and status not in ('draft', 'canceled')
      order by placed_at, id
      limit 1`,
  )

/** Leads that an order of this customer converts. `findConvertingOrder` repeats the conditions. */
export const listConvertible = (ctx: Ctx, customerId: string, placedAt: string) =>
  ctx.db.rows(
    LeadRef,
    sql`
      select id from leads
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and created_at <= ${placedAt}
        and status in ('new', 'contacted', 'qualified', 'lost')
      order by id`,
  )

export const setConversion = (ctx: Ctx, id: string, conversion: Conversion) =>
  ctx.db.one(
    Lead,
    sql`
      update leads set status = 'converted', conversion = ${JSON.stringify(conversion)}, version = version + 1,
        updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, status, email, phone, name, company, locale, message, source, first_touch, last_touch, product_ids,
        custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, staff_note, conversion,
        submission_count, version, created_at, updated_at`,
  )

/**
 * Returns how many leads were deleted. Reads the spam of the shop by `leads_status_created_at_idx`, oldest first. Checked
 * again: staff may have found that one is none.
 */
export const deleteSpam = (ctx: SystemCtx, environmentId: string, before: Date, limit: number) =>
  ctx.db.run(sql`
    delete from leads
    where environment_id = ${environmentId} and status = 'spam' and updated_at <= ${before} and id in (
      select id from leads
      where environment_id = ${environmentId} and status = 'spam' and updated_at <= ${before}
      order by ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint), id
      limit ${limit}
    )`)

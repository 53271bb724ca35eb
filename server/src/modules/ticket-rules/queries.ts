import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { Id, OneOf, Uuid } from '../../kit/schema.ts'
import { AutoCloseSettings, TicketRule } from './schemas.ts'

/** In the order in which they run. */
export const listRules = (ctx: Ctx) =>
  ctx.db.rows(
    TicketRule,
    sql`
      select id, name, active, position, trigger, conditions, actions, run_count, last_run_at, version, created_at,
        updated_at
      from ticket_rules
      where environment_id = ${ctx.environmentId}
      order by position, id`,
  )

export const insertRule = (ctx: Ctx, rule: TicketRule) =>
  ctx.db.run(sql`
    insert into ticket_rules (environment_id, id, name, active, position, trigger, conditions, actions, run_count,
      last_run_at, version, created_at, updated_at)
    values (${ctx.environmentId}, ${rule.id}, ${rule.name}, ${rule.active}, ${rule.position}, ${rule.trigger},
      ${JSON.stringify(rule.conditions)}, ${JSON.stringify(rule.actions)}, 0, null, ${rule.version}, ${rule.createdAt},
      ${rule.updatedAt})`)

export const updateRule = (ctx: Ctx, rule: TicketRule) =>
  ctx.db.run(sql`
    update ticket_rules
    set name = ${rule.name}, active = ${rule.active}, position = ${rule.position}, trigger = ${rule.trigger},
      conditions = ${JSON.stringify(rule.conditions)}, actions = ${JSON.stringify(rule.actions)},
      version = ${rule.version}, updated_at = ${rule.updatedAt}
    where environment_id = ${ctx.environmentId} and id = ${rule.id}`)

export const deleteRule = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from ticket_rules where environment_id = ${ctx.environmentId} and id = ${id}`)

export const countRun = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update ticket_rules set run_count = run_count + 1, last_run_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

interface Run {
  ticketId: string
  ruleId: string
  occasion: string
}

/** Returns 0 if the rule has run on this occasion before. */
export const insertRun = (ctx: Ctx, { ticketId, ruleId, occasion }: Run) =>
  ctx.db.run(sql`
    insert into ticket_rule_runs (environment_id, ticket_id, rule_id, occasion, replied, created_at)
    values (${ctx.environmentId}, ${ticketId}, ${ruleId}, ${occasion}, false, ${ctx.now})
    on conflict (environment_id, ticket_id, rule_id, occasion) do nothing
    returning rule_id`)

export const markReplied = (ctx: Ctx, { ticketId, ruleId, occasion }: Run) =>
  ctx.db.run(sql`
    update ticket_rule_runs set replied = true
    where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and rule_id = ${ruleId}
      and occasion = ${occasion}`)

/** Of all rules for the ticket. */
export const countRecentRuns = (ctx: Ctx, ticketId: string, since: Date) =>
  ctx.db.one(
    Type.Object({ runs: Type.Integer(), replies: Type.Integer() }),
    sql`
      select count(*) as runs, count(*) filter (where replied) as replies
      from ticket_rule_runs
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and created_at > ${since}`,
  )

export const pruneRuns = (ctx: SystemCtx, before: Date, take: number) =>
  ctx.db.run(sql`
    /* all environments: maintenance of the installation */
    delete from ticket_rule_runs
    where (environment_id, ticket_id, rule_id, occasion) in (
      select environment_id, ticket_id, rule_id, occasion from ticket_rule_runs where created_at < ${before} limit ${take})
    returning rule_id`)

export const findAutoClose = (ctx: Ctx) =>
  ctx.db.row(
    AutoCloseSettings,
    sql`
      select active, pending_days, version, updated_at from auto_close_settings
      where environment_id = ${ctx.environmentId}`,
  )

export const saveAutoClose = (ctx: Ctx, { active, pendingDays, version, updatedAt }: AutoCloseSettings) =>
  ctx.db.run(sql`
    insert into auto_close_settings (environment_id, active, pending_days, version, updated_at)
    values (${ctx.environmentId}, ${active}, ${pendingDays}, ${version}, ${updatedAt})
    on conflict (environment_id) do update
    set active = excluded.active, pending_days = excluded.pending_days, version = excluded.version,
      updated_at = excluded.updated_at`)

const HourlyEnvironment = Type.Object({ environmentId: Uuid, workspaceId: Uuid, mode: OneOf(MODES) })

export const listHourlyEnvironments = (ctx: SystemCtx) =>
  ctx.db.rows(
    HourlyEnvironment,
    sql`
      /* all environments: one schedule serves them all */
      select id as environment_id, workspace_id, mode from environments
      where id in (select environment_id from ticket_rules where trigger = 'hourly' and active)
        or id in (select environment_id from auto_close_settings where active)
      order by id`,
  )

const TicketPosition = Type.Object({ id: Id('tkt'), rank: Type.Integer() })
export type TicketPosition = Static<typeof TicketPosition>

/** Newest first, below `after`; without those that somebody has snoozed. */
export const listUnresolved = (
  ctx: Ctx,
  category: 'open' | 'pending',
  { id, rank }: { id: string; rank: number },
  take: number,
) =>
  ctx.db.rows(
    TicketPosition,
    sql`
      select id, created_rank as rank from tickets
      where environment_id = ${ctx.environmentId} and category = ${category} and (created_rank, id) < (${rank}, ${id})
        and not is_spam and merged_into_id is null and (snoozed_until is null or snoozed_until <= ${ctx.now})
      order by created_rank desc, id desc
      limit ${take}`,
  )

/** Newest first, below `before`. */
export const listRecent = (ctx: Ctx, since: Date, before: string, take: number) =>
  ctx.db.rows(
    Type.Object({ id: Id('tkt') }),
    sql`
      select id from tickets
      where environment_id = ${ctx.environmentId} and id < ${before} and created_at >= ${since} and not is_spam
        and merged_into_id is null
      order by id desc
      limit ${take}`,
  )

/** Whether the customer wrote before, so that this message is an answer. */
export const hasEarlierMessage = (ctx: Ctx, ticketId: string, messageId: string) =>
  ctx.db.row(
    Type.Object({ id: Id('msg') }),
    sql`
      select id from ticket_messages
      where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and id < ${messageId} and kind <> 'note'
      limit 1`,
  )

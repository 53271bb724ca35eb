import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import type { Clock } from './clocks.ts'
import { METRICS } from './schemas.ts'

const ClockRow = Type.Object({
  ticketId: Id('tkt'),
  metric: OneOf(METRICS),
  policyId: Id('sla'),
  targetMinutes: Type.Integer(),
  startedAt: Timestamp,
  runningSince: Nullable(Timestamp),
  elapsedMs: Type.Integer(),
  dueAt: Nullable(Timestamp),
  warningAt: Nullable(Timestamp),
  checkAt: Nullable(Timestamp),
  warnedAt: Nullable(Timestamp),
  breachedAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
})
export type ClockRow = Static<typeof ClockRow>

export const listClocks = (ctx: Ctx, ticketIds: string[]) =>
  ctx.db.rows(
    ClockRow,
    sql`
      select ticket_id, metric, policy_id, target_minutes, started_at, running_since, elapsed_ms, due_at, warning_at,
        check_at, warned_at, breached_at, completed_at
      from ticket_slas
      where environment_id = ${ctx.environmentId} and ticket_id = any(${ticketIds})
      order by ticket_id, metric`,
  )

/** One change of a ticket's clocks at a time, also while it has none. */
export const lockTicket = (ctx: Ctx, ticketId: string) =>
  ctx.db.run(sql`
    select id from tickets where environment_id = ${ctx.environmentId} and id = ${ticketId} for no key update`)

export const findCustomerTags = (ctx: Ctx, customerId: string) =>
  ctx.db.row(
    Type.Object({ tags: Type.Array(Type.String()) }),
    sql`select tags from customers where environment_id = ${ctx.environmentId} and id = ${customerId}`,
  )

export const saveClock = (ctx: Ctx, ticketId: string, clock: Clock) =>
  ctx.db.run(sql`
    insert into ticket_slas (environment_id, ticket_id, metric, policy_id, target_minutes, started_at, running_since,
      elapsed_ms, due_at, warning_at, check_at, warned_at, breached_at, completed_at)
    values (${ctx.environmentId}, ${ticketId}, ${clock.metric}, ${clock.policyId}, ${clock.targetMinutes},
      ${clock.startedAt}, ${clock.runningSince}, ${clock.elapsedMs}, ${clock.dueAt}, ${clock.warningAt},
      ${clock.checkAt}, ${clock.warnedAt}, ${clock.breachedAt}, ${clock.completedAt})
    on conflict (environment_id, ticket_id, metric) do update
    set policy_id = excluded.policy_id, target_minutes = excluded.target_minutes, started_at = excluded.started_at,
      running_since = excluded.running_since, elapsed_ms = excluded.elapsed_ms, due_at = excluded.due_at,
      warning_at = excluded.warning_at, check_at = excluded.check_at, warned_at = excluded.warned_at,
      breached_at = excluded.breached_at, completed_at = excluded.completed_at`)

export const deleteClock = (ctx: Ctx, ticketId: string, metric: string) =>
  ctx.db.run(sql`
    delete from ticket_slas
    where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and metric = ${metric}`)

const DueTickets = Type.Object({ environmentId: Uuid, ids: Type.Array(Id('tkt')) })

export const listDueTickets = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    DueTickets,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, array_agg(distinct ticket_id) as ids
      from (
        select environment_id, ticket_id from ticket_slas
        where check_at <= ${ctx.now}::timestamptz
        order by check_at
        limit ${take}
      ) as due
      group by environment_id`,
  )

/** So that one broken ticket does not block the others. */
export const postponeChecks = (ctx: Ctx, ticketId: string, until: Date) =>
  ctx.db.run(sql`
    update ticket_slas set check_at = ${until}
    where environment_id = ${ctx.environmentId} and ticket_id = ${ticketId} and check_at <= ${ctx.now}`)

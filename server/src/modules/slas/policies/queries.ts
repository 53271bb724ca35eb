import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { SlaPolicy } from '../schemas.ts'

export const listPolicies = (ctx: Ctx) =>
  ctx.db.rows(
    SlaPolicy,
    sql`
      select id, name, active, position, conditions, targets, business_hours_id, warning_minutes, version, created_at,
        updated_at
      from sla_policies
      where environment_id = ${ctx.environmentId}
      order by position, id`,
  )

export const insertPolicy = (ctx: Ctx, policy: SlaPolicy) =>
  ctx.db.run(sql`
    insert into sla_policies (environment_id, id, name, active, position, conditions, targets, business_hours_id,
      warning_minutes, version, created_at, updated_at)
    values (${ctx.environmentId}, ${policy.id}, ${policy.name}, ${policy.active}, ${policy.position},
      ${JSON.stringify(policy.conditions)}, ${JSON.stringify(policy.targets)}, ${policy.businessHoursId},
      ${policy.warningMinutes}, ${policy.version}, ${policy.createdAt}, ${policy.updatedAt})`)

export const updatePolicy = (ctx: Ctx, policy: SlaPolicy) =>
  ctx.db.run(sql`
    update sla_policies
    set name = ${policy.name}, active = ${policy.active}, position = ${policy.position},
      conditions = ${JSON.stringify(policy.conditions)}, targets = ${JSON.stringify(policy.targets)},
      business_hours_id = ${policy.businessHoursId}, warning_minutes = ${policy.warningMinutes},
      version = ${policy.version}, updated_at = ${policy.updatedAt}
    where environment_id = ${ctx.environmentId} and id = ${policy.id}`)

export const deletePolicy = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from sla_policies where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Nobody waits for its targets any more; those that were met or missed stay for reports. */
export const deleteOpenClocks = (ctx: Ctx, policyId: string) =>
  ctx.db.run(sql`
    delete from ticket_slas
    where environment_id = ${ctx.environmentId} and policy_id = ${policyId} and completed_at is null`)

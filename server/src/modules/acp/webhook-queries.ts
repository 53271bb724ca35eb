import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { AgentWebhook } from './webhook-schemas.ts'

export const findWebhook = (ctx: Ctx) =>
  ctx.db.row(AgentWebhook, sql`select url, updated_at from agent_webhooks where environment_id = ${ctx.environmentId}`)

const WebhookSecretRow = Type.Object({ url: Type.String(), sealedSecret: Type.String() })

export const findWebhookSecret = (ctx: Ctx) =>
  ctx.db.row(
    WebhookSecretRow,
    sql`select url, sealed_secret from agent_webhooks where environment_id = ${ctx.environmentId}`,
  )

export const upsertWebhook = (ctx: Ctx, url: string, sealedSecret: string) =>
  ctx.db.one(
    AgentWebhook,
    sql`
      insert into agent_webhooks (environment_id, url, sealed_secret, updated_at)
      values (${ctx.environmentId}, ${url}, ${sealedSecret}, ${ctx.now})
      on conflict (environment_id) do update
      set url = excluded.url, sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at
      returning url, updated_at`,
  )

export const deleteWebhook = (ctx: Ctx) =>
  ctx.db.run(sql`delete from agent_webhooks where environment_id = ${ctx.environmentId}`)

import { type Static, Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Nullable, Timestamp } from '../../../kit/schema.ts'
import { StoredSettings } from './schemas.ts'

const SettingsRow = Type.Object({
  version: Type.Integer(),
  settings: Nullable(StoredSettings),
  sealedKey: Nullable(Type.String()),
  keyLast4: Nullable(Type.String()),
  updatedAt: Nullable(Timestamp),
})
export type SettingsRow = Static<typeof SettingsRow>

/** Always returns a row, also before the settings are saved for the first time. */
export const readSettings = (ctx: Ctx) =>
  ctx.db.one(
    SettingsRow,
    sql`
      select coalesce(assistant_settings.version, 0) as version, assistant_settings.settings,
        assistant_model_keys.sealed_key, assistant_model_keys.key_last4, assistant_settings.updated_at
      from environments
      left join assistant_settings on assistant_settings.environment_id = ${ctx.environmentId}
      left join assistant_model_keys on assistant_model_keys.environment_id = ${ctx.environmentId}
      where environments.id = ${ctx.environmentId}`,
  )

export const saveSettings = (ctx: Ctx, version: number, settings: StoredSettings) =>
  ctx.db.run(sql`
    insert into assistant_settings (environment_id, version, settings, updated_at)
    values (${ctx.environmentId}, ${version}, ${settings}, ${ctx.now})
    on conflict (environment_id) do update set
      version = excluded.version, settings = excluded.settings, updated_at = excluded.updated_at`)

export const saveKey = (ctx: Ctx, sealedKey: string, keyLast4: string) =>
  ctx.db.run(sql`
    insert into assistant_model_keys (environment_id, sealed_key, key_last4, updated_at)
    values (${ctx.environmentId}, ${sealedKey}, ${keyLast4}, ${ctx.now})
    on conflict (environment_id) do update set
      sealed_key = excluded.sealed_key, key_last4 = excluded.key_last4, updated_at = excluded.updated_at`)

export const deleteKey = (ctx: Ctx) =>
  ctx.db.run(sql`delete from assistant_model_keys where environment_id = ${ctx.environmentId}`)

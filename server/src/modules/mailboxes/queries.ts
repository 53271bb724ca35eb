import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/database.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { MODES } from '../../kit/api-key.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import { MAIL_PROVIDERS } from './schemas.ts'

const MailboxRow = Type.Object({
  id: Id('mbx'),
  address: Type.String(),
  name: Type.String(),
  signature: Type.String(),
  isActive: Type.Boolean(),
  provider: OneOf(MAIL_PROVIDERS),
  sealedSigningKey: Nullable(Type.String()),
  inboundUrlVersion: Type.Integer(),
  trustedAuthenticationHosts: Type.Array(Type.String()),
  isAcknowledging: Type.Boolean(),
  acknowledgmentText: Type.String(),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type MailboxRow = Static<typeof MailboxRow>
export type MailboxSettings = Omit<MailboxRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>

export const findMailbox = (ctx: Ctx, id: string) =>
  ctx.db.row(
    MailboxRow,
    sql`
      select id, address, name, signature, is_active, provider, sealed_signing_key, inbound_url_version,
        trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at
      from mailboxes
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listMailboxes = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    MailboxRow,
    sql`
      select id, address, name, signature, is_active, provider, sealed_signing_key, inbound_url_version,
        trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at
      from mailboxes
      where environment_id = ${ctx.environmentId} and id < ${before}
      order by id desc
      limit ${take}`,
  )

/** The oldest active one. */
export const findDefaultMailbox = (ctx: Ctx) =>
  ctx.db.row(
    MailboxRow,
    sql`
      select id, address, name, signature, is_active, provider, sealed_signing_key, inbound_url_version,
        trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at
      from mailboxes
      where environment_id = ${ctx.environmentId} and is_active
      order by id
      limit 1`,
  )

const AddressRow = Type.Object({ address: Type.String() })

export const listAddresses = (ctx: Ctx) =>
  ctx.db.rows(AddressRow, sql`select address from mailboxes where environment_id = ${ctx.environmentId} order by id`)

const CountRow = Type.Object({ count: Type.Integer() })

export const countMailboxes = (ctx: Ctx) =>
  ctx.db.one(
    CountRow,
    sql`select count(*)::integer as count from mailboxes where environment_id = ${ctx.environmentId}`,
  )

export const insertMailbox = (ctx: Ctx, id: string, settings: MailboxSettings) =>
  ctx.db.one(
    MailboxRow,
    sql`
      insert into mailboxes (environment_id, id, address, name, signature, is_active, provider, sealed_signing_key,
        inbound_url_version, trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${settings.address}, ${settings.name}, ${settings.signature},
        ${settings.isActive}, ${settings.provider}, ${settings.sealedSigningKey}, ${settings.inboundUrlVersion},
        ${settings.trustedAuthenticationHosts}, ${settings.isAcknowledging}, ${settings.acknowledgmentText}, 1,
        ${ctx.now}, ${ctx.now})
      returning id, address, name, signature, is_active, provider, sealed_signing_key, inbound_url_version,
        trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at`,
  )

export const updateMailbox = (ctx: Ctx, id: string, settings: MailboxSettings) =>
  ctx.db.one(
    MailboxRow,
    sql`
      update mailboxes
      set address = ${settings.address}, name = ${settings.name}, signature = ${settings.signature},
        is_active = ${settings.isActive}, provider = ${settings.provider},
        sealed_signing_key = ${settings.sealedSigningKey}, inbound_url_version = ${settings.inboundUrlVersion},
        trusted_authentication_hosts = ${settings.trustedAuthenticationHosts},
        is_acknowledging = ${settings.isAcknowledging}, acknowledgment_text = ${settings.acknowledgmentText},
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, address, name, signature, is_active, provider, sealed_signing_key, inbound_url_version,
        trusted_authentication_hosts, is_acknowledging, acknowledgment_text, version, created_at, updated_at`,
  )

export const deleteMailbox = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from mailboxes where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Claims no address that another mailbox has. */
export const claimAddress = (ctx: Ctx, { id, address, isActive }: Pick<MailboxRow, 'id' | 'address' | 'isActive'>) =>
  ctx.db.run(sql`
    insert into mailbox_addresses (address, environment_id, mailbox_id, is_active)
    values (${address}, ${ctx.environmentId}, ${id}, ${isActive})
    on conflict (address) do nothing`)

export const releaseAddresses = (ctx: Ctx, mailboxId: string) =>
  ctx.db.run(
    sql`delete from mailbox_addresses where environment_id = ${ctx.environmentId} and mailbox_id = ${mailboxId}`,
  )

const RecipientRow = Type.Object({
  address: Type.String(),
  mailboxId: Id('mbx'),
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(MODES),
})

/** Only active mailboxes. */
export const findRecipients = (db: Db, addresses: string[]) =>
  db.rows(
    RecipientRow,
    sql`
      select claimed.address, claimed.mailbox_id, claimed.environment_id, environments.workspace_id, environments.mode
      from mailbox_addresses as claimed join environments on environments.id = claimed.environment_id
      where claimed.address = any(${addresses}) and claimed.is_active`,
  )

import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, Timestamp } from '../../kit/schema.ts'
import { Customer } from './schemas.ts'

/** `key` is the address, the number or the ID. */
const MovedRow = Type.Object({ key: Type.String(), position: Type.Integer() })
export type MovedRow = Static<typeof MovedRow>

/** After those of `to`, in their order. Returns where they were. */
export const moveEmails = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    MovedRow,
    sql`
      with moved as (
        select address, position, (
          select coalesce(max(position) + 1, 0) from customer_emails
          where environment_id = ${ctx.environmentId} and customer_id = ${to}
        ) as count
        from customer_emails where environment_id = ${ctx.environmentId} and customer_id = ${from}
      )
      update customer_emails set customer_id = ${to}, position = moved.position + moved.count
      from moved
      where environment_id = ${ctx.environmentId} and customer_emails.address = moved.address
      returning moved.address as key, moved.position`,
  )

export const returnEmails = (ctx: Ctx, from: string, to: string, rows: MovedRow[]) =>
  ctx.db.run(sql`
    update customer_emails set customer_id = ${to}, position = moved.position
    from json_to_recordset(${JSON.stringify(rows)}) as moved (key text, position integer)
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and address = moved.key`)

export const movePhones = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    MovedRow,
    sql`
      with moved as (
        select number, position, (
          select coalesce(max(position) + 1, 0) from customer_phones
          where environment_id = ${ctx.environmentId} and customer_id = ${to}
        ) as count
        from customer_phones where environment_id = ${ctx.environmentId} and customer_id = ${from}
      )
      update customer_phones set customer_id = ${to}, position = moved.position + moved.count
      from moved
      where environment_id = ${ctx.environmentId} and customer_id = ${from} and customer_phones.number = moved.number
      returning moved.number as key, moved.position`,
  )

export const returnPhones = (ctx: Ctx, from: string, to: string, rows: MovedRow[]) =>
  ctx.db.run(sql`
    update customer_phones set customer_id = ${to}, position = moved.position
    from json_to_recordset(${JSON.stringify(rows)}) as moved (key text, position integer)
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and number = moved.key`)

const SharedPhone = Type.Object({ number: Type.String(), position: Type.Integer(), verifiedAt: Nullable(Timestamp) })
export type SharedPhone = Static<typeof SharedPhone>

export const deleteSharedPhones = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    SharedPhone,
    sql`
      delete from customer_phones
      where environment_id = ${ctx.environmentId} and customer_id = ${from} and number in (
        select number from customer_phones where environment_id = ${ctx.environmentId} and customer_id = ${to}
      )
      returning number, position, verified_at`,
  )

/** A number can be verified for one customer only, so at most one of the two had verified it. */
export const verifyPhones = (ctx: Ctx, customerId: string, phones: SharedPhone[]) =>
  ctx.db.run(sql`
    update customer_phones set verified_at = shared."verifiedAt"
    from json_to_recordset(${JSON.stringify(phones)}) as shared (number text, "verifiedAt" timestamptz)
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and customer_phones.number = shared.number
      and shared."verifiedAt" is not null`)

export async function restoreSharedPhones(ctx: Ctx, from: string, to: string, phones: SharedPhone[]): Promise<void> {
  const verified = phones.flatMap(({ number, verifiedAt }) => (verifiedAt ? [number] : []))
  await ctx.db.run(sql`
    update customer_phones set verified_at = null
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and number = any(${verified})`)
  await ctx.db.run(sql`
    insert into customer_phones (environment_id, number, customer_id, position, verified_at)
    select ${ctx.environmentId}, number, ${to}, position, "verifiedAt"
    from json_to_recordset(${JSON.stringify(phones)}) as shared (number text, position integer, "verifiedAt" timestamptz)`)
}

export const moveAddresses = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    MovedRow,
    sql`
      with moved as (
        select id, position, (
          select coalesce(max(position) + 1, 0) from customer_addresses
          where environment_id = ${ctx.environmentId} and customer_id = ${to}
        ) as count
        from customer_addresses where environment_id = ${ctx.environmentId} and customer_id = ${from}
      )
      update customer_addresses set customer_id = ${to}, position = moved.position + moved.count
      from moved
      where environment_id = ${ctx.environmentId} and customer_addresses.id = moved.id
      returning moved.id as key, moved.position`,
  )

export const returnAddresses = (ctx: Ctx, from: string, to: string, rows: MovedRow[]) =>
  ctx.db.run(sql`
    update customer_addresses set customer_id = ${to}, position = moved.position
    from json_to_recordset(${JSON.stringify(rows)}) as moved (key text, position integer)
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and id = moved.key`)

export const moveExternalIds = (ctx: Ctx, from: string, to: string) =>
  ctx.db.rows(
    Customer.properties.externalIds.items,
    sql`
      update customer_external_ids set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
      returning source, external_id as id`,
  )

export const returnExternalIds = (ctx: Ctx, from: string, to: string, ids: Customer['externalIds']) =>
  ctx.db.run(sql`
    update customer_external_ids set customer_id = ${to}
    from json_to_recordset(${JSON.stringify(ids)}) as moved (source text, id text)
    where environment_id = ${ctx.environmentId} and customer_id = ${from} and customer_external_ids.source = moved.source
      and external_id = moved.id`)

const MovedId = Type.Object({ id: Type.String() })

/** Those in `ids`, or all. */
export async function moveConsents(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedId,
    sql`
      update customer_consents set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}

/** Those in `ids`, or all. */
export async function moveNotes(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedId,
    sql`
      update customer_notes set customer_id = ${to}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  return moved.map(({ id }) => id)
}

/** The latest entry of a channel applies, whoever it was recorded for. */
export const refreshMarketing = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    with latest as (
      select distinct on (channel) channel, state from customer_consents
      where environment_id = ${ctx.environmentId} and customer_id = ${id}
      order by channel, customer_consents.id desc
    )
    update customers set
      email_marketing = (select state from latest where channel = 'email'),
      sms_marketing = (select state from latest where channel = 'sms'),
      phone_marketing = (select state from latest where channel = 'phone'),
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** A customer who was merged by mistake has the same age as before, and a version that nobody has seen. */
export const restoreHistory = (ctx: Ctx, { id, version, createdAt }: Pick<Customer, 'id' | 'version' | 'createdAt'>) =>
  ctx.db.run(sql`
    update customers set version = ${version + 1}, created_at = ${createdAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

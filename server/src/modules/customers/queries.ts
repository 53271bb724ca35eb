import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { Customer } from './schemas.ts'

export type CustomerRow = Pick<Customer, 'id' | 'name' | 'company' | 'locale' | 'tags' | 'customFields'> & {
  search: string
}

export const insertCustomer = (ctx: Ctx, row: CustomerRow) =>
  ctx.db.run(sql`
    with new_totals as (
      insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
      select ${ctx.environmentId}, ${row.id}, currency, 0, 0, 0, 0 from environments where id = ${ctx.environmentId}
    )
    insert into customers (environment_id, id, name, company, locale, tags, custom_fields, search, version, created_at, updated_at)
    values (${ctx.environmentId}, ${row.id}, ${row.name}, ${row.company}, ${row.locale}, ${row.tags},
      ${JSON.stringify(row.customFields)}, ${row.search}, 1, ${ctx.now}, ${ctx.now})`)

export const updateCustomer = (ctx: Ctx, row: CustomerRow) =>
  ctx.db.run(sql`
    update customers set name = ${row.name}, company = ${row.company}, locale = ${row.locale}, tags = ${row.tags},
      custom_fields = ${JSON.stringify(row.customFields)}, search = ${row.search}, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${row.id}`)

/** Emails, phones, addresses, external ids, consents and notes go with it. */
export const deleteCustomer = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    with deleted_totals as (
      delete from customer_totals where environment_id = ${ctx.environmentId} and customer_id = ${id}
    )
    delete from customers where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Waits for orders of this customer that are being placed; new ones wait until the transaction ends. */
export async function blockOrders(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.run(sql`select from customers where environment_id = ${ctx.environmentId} and id = ${id} for update`)
  await ctx.db.run(
    sql`select from customer_emails where environment_id = ${ctx.environmentId} and customer_id = ${id} for update`,
  )
}

/** Whether the customer has points, available, pending or owed, store credit, or has written to the shop. */
export const hasBalanceOrTickets = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.run(sql`
    select from loyalty_accounts where environment_id = ${ctx.environmentId} and customer_id = ${id} and balance <> 0
    union all
    select from loyalty_lots where environment_id = ${ctx.environmentId} and customer_id = ${id} and state = 'pending'
    union all
    select from store_credit_accounts where environment_id = ${ctx.environmentId} and customer_id = ${id} and balance > 0
    union all
    select from tickets where environment_id = ${ctx.environmentId} and customer_id = ${id} and not is_spam`)) > 0

/** Blocks other changes until the transaction ends. */
export const lockCustomer = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from customers where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

/** Keeps when an address was verified. Returns how many were saved: those of other customers are not. */
export async function replaceEmails(ctx: Ctx, customerId: string, emails: Customer['emails']): Promise<number> {
  const addresses = emails.map(({ address }) => address)
  await ctx.db.run(sql`
    delete from customer_emails
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and address <> all(${addresses})`)
  const saved = await ctx.db.rows(
    Type.Object({ address: Type.String() }),
    sql`
    insert into customer_emails (environment_id, address, customer_id, position, verified_at)
    select ${ctx.environmentId}, address, ${customerId}, position, case when verified then ${ctx.now}::timestamptz end
    from json_to_recordset(${toRows(emails)}) as email (address text, verified boolean, position integer)
    on conflict (environment_id, address) do update set position = excluded.position,
      verified_at = case when excluded.verified_at is not null then coalesce(customer_emails.verified_at, excluded.verified_at) end
    where customer_emails.customer_id = excluded.customer_id
    returning address`,
  )
  return saved.length
}

/** The same for phones. Throws a unique violation if another customer has verified one of them. */
export async function replacePhones(ctx: Ctx, customerId: string, phones: Customer['phones']): Promise<void> {
  const numbers = phones.map(({ number }) => number)
  await ctx.db.run(sql`
    delete from customer_phones
    where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and number <> all(${numbers})`)
  await ctx.db.run(sql`
    insert into customer_phones (environment_id, number, customer_id, position, verified_at)
    select ${ctx.environmentId}, number, ${customerId}, position, case when verified then ${ctx.now}::timestamptz end
    from json_to_recordset(${toRows(phones)}) as phone (number text, verified boolean, position integer)
    on conflict (environment_id, customer_id, number) do update set position = excluded.position,
      verified_at = case when excluded.verified_at is not null then coalesce(customer_phones.verified_at, excluded.verified_at) end`)
}

export async function replaceAddresses(ctx: Ctx, customerId: string, addresses: Customer['addresses']): Promise<void> {
  await ctx.db.run(
    sql`delete from customer_addresses where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )
  await ctx.db.run(sql`
    insert into customer_addresses (environment_id, id, customer_id, position, address)
    select ${ctx.environmentId}, id, ${customerId}, position, address
    from json_to_recordset(${toRows(addresses)}) as place (id text, address json, position integer)`)
}

/** Returns how many were saved: those of other customers are not. */
export async function replaceExternalIds(ctx: Ctx, customerId: string, ids: Customer['externalIds']): Promise<number> {
  await ctx.db.run(
    sql`delete from customer_external_ids where environment_id = ${ctx.environmentId} and customer_id = ${customerId}`,
  )
  const saved = await ctx.db.rows(
    Type.Object({ externalId: Type.String() }),
    sql`
    insert into customer_external_ids (environment_id, source, external_id, customer_id)
    select ${ctx.environmentId}, source, id, ${customerId}
    from json_to_recordset(${toRows(ids)}) as external (source text, id text)
    on conflict (environment_id, source, external_id) do nothing
    returning external_id`,
  )
  return saved.length
}

const toRows = (items: object[]) => JSON.stringify(items.map((item, position) => ({ ...item, position })))

const CustomerRef = Type.Object({ customerId: Id('cus') })

/** At most two: more than one owner identifies nobody. */
export const listPhoneOwners = (ctx: Ctx, number: string) =>
  ctx.db.rows(
    CustomerRef,
    sql`
      select customer_id from customer_phones
      where environment_id = ${ctx.environmentId} and number = ${number}
      limit 2`,
  )

export interface NewContactRow {
  newCustomerId: string
  email: string
  phone: string | null
  name: string | null
  company: string | null
  locale: string | null
  search: string
  addressId: string
  address: object | null
}

/** The same as placing an order does in its own statement. */
export const findOrInsertByEmail = (ctx: Ctx, row: NewContactRow) =>
  ctx.db.one(
    CustomerRef,
    sql`
      with owned_email as (
        insert into customer_emails (environment_id, address, customer_id, position)
        values (${ctx.environmentId}, ${row.email}, ${row.newCustomerId}, 0)
        on conflict (environment_id, address) do update set position = customer_emails.position
        returning customer_id
      ), new_customer as (
        insert into customers (environment_id, id, name, company, locale, tags, custom_fields, search, version, created_at, updated_at)
        select ${ctx.environmentId}, customer_id, ${row.name}, ${row.company}, ${row.locale}, '{}', '{}', ${row.search}, 1, ${ctx.now},
          ${ctx.now}
        from owned_email where customer_id = ${row.newCustomerId}
        returning id
      ), new_phone as (
        insert into customer_phones (environment_id, number, customer_id, position)
        select ${ctx.environmentId}, ${row.phone}, new_customer.id, 0 from new_customer where ${row.phone}::text is not null
      ), new_address as (
        insert into customer_addresses (environment_id, id, customer_id, position, address)
        select ${ctx.environmentId}, ${row.addressId}, new_customer.id, 0, ${JSON.stringify(row.address)}::json
        from new_customer where ${JSON.stringify(row.address)} <> 'null'
      ), new_totals as (
        insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
        select ${ctx.environmentId}, new_customer.id, environments.currency, 0, 0, 0, 0
        from new_customer, environments where environments.id = ${ctx.environmentId}
      )
      select customer_id from owned_email`,
  )

const Owner = Type.Object({ customerId: Id('cus'), value: Type.String() })

/** Which other customers have these emails, verified phones or external ids. */
export const listOwners = (ctx: Ctx, customerId: string, input: Pick<Customer, 'emails' | 'phones' | 'externalIds'>) =>
  ctx.db.rows(
    Owner,
    sql`
      select customer_id, address as value from customer_emails
      where environment_id = ${ctx.environmentId} and address = any(${input.emails.map(({ address }) => address)})
        and customer_id <> ${customerId}
      union all
      select customer_id, number from customer_phones
      where environment_id = ${ctx.environmentId} and number = any(${input.phones.map(({ number }) => number)})
        and customer_id <> ${customerId} and verified_at is not null
      union all
      select customer_id, external_id from customer_external_ids
      where environment_id = ${ctx.environmentId} and customer_id <> ${customerId}
        and (source, external_id) in (
          select source, id from json_to_recordset(${JSON.stringify(input.externalIds)}) as external (source text, id text)
        )`,
  )

export const findCustomer = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Customer,
    sql`
      select id, name, company, locale, emails, phones, addresses, tags, marketing, external_ids, custom_fields, statistics,
        version, created_at, updated_at, (
          select json_build_object('recency', recency, 'frequency', frequency, 'monetary', monetary, 'group', rfm_group)
          from customer_rfm
          where customer_rfm.environment_id = customer_details.environment_id and customer_rfm.customer_id = customer_details.id
        ) as rfm
      from customer_details where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

const MergeRow = Type.Object({ currentCustomerId: Id('cus') })

export const findMerge = (ctx: Ctx, id: string) =>
  ctx.db.row(
    MergeRow,
    sql`
      select current_customer_id from customer_merges
      where environment_id = ${ctx.environmentId} and merged_customer_id = ${id} and reversed_at is null`,
  )

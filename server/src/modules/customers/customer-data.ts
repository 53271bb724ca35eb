import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { getCustomer, toRow } from './customers.ts'
import type { RowCounts } from './identity/identity.ts'
import * as moves from './move-queries.ts'
import * as queries from './queries.ts'
import type { Customer } from './schemas.ts'

/** Everything in this module. Call it with the customer and their emails locked (`lockWithEmails`). */
export const eraseCustomer = async (ctx: Ctx, id: string): Promise<RowCounts> => ({
  customer_notes: await ctx.db.run(
    sql`delete from customer_notes where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customer_consents: await ctx.db.run(
    sql`delete from customer_consents where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customer_addresses: await ctx.db.run(
    sql`delete from customer_addresses where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customer_phones: await ctx.db.run(
    sql`delete from customer_phones where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customer_external_ids: await ctx.db.run(
    sql`delete from customer_external_ids where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customer_emails: await ctx.db.run(
    sql`delete from customer_emails where environment_id = ${ctx.environmentId} and customer_id = ${id}`,
  ),
  customers: await queries.deleteCustomer(ctx, id),
})

const SINGLE_FIELDS = ['name', 'company', 'locale'] as const

/** What a merge took from one customer and gave to another. */
export interface ProfileMove {
  profile: Pick<Customer, 'id' | 'name' | 'company' | 'locale' | 'tags' | 'customFields' | 'version' | 'createdAt'>
  emails: moves.MovedRow[]
  phones: moves.MovedRow[]
  /** Both had them. */
  sharedPhones: moves.SharedPhone[]
  addresses: moves.MovedRow[]
  externalIds: Customer['externalIds']
  consentIds: string[]
  noteIds: string[]
  /** What the other one lacked. */
  filledFields: (typeof SINGLE_FIELDS)[number][]
  addedTags: string[]
  addedCustomFields: string[]
}

/**
 * Moves contacts, addresses, consents and notes, and deletes `from`. `to` keeps what they have and gets what they lack.
 * Both must be locked (`lockWithEmails`), and the orders moved.
 */
export async function mergeProfile(ctx: Ctx, from: Customer, to: Customer): Promise<ProfileMove> {
  const { id, name, company, locale, tags, customFields, version, createdAt } = from
  const move: ProfileMove = {
    profile: { id, name, company, locale, tags, customFields, version, createdAt },
    emails: await moves.moveEmails(ctx, from.id, to.id),
    sharedPhones: await moves.deleteSharedPhones(ctx, from.id, to.id),
    phones: await moves.movePhones(ctx, from.id, to.id),
    addresses: await moves.moveAddresses(ctx, from.id, to.id),
    externalIds: await moves.moveExternalIds(ctx, from.id, to.id),
    consentIds: await moves.moveConsents(ctx, from.id, to.id),
    noteIds: await moves.moveNotes(ctx, from.id, to.id),
    filledFields: SINGLE_FIELDS.filter((field) => to[field] === null && from[field] !== null),
    addedTags: tags.filter((tag) => !to.tags.includes(tag)),
    addedCustomFields: Object.keys(customFields).filter((field) => !(field in to.customFields)),
  }
  await moves.verifyPhones(ctx, to.id, move.sharedPhones)
  await moves.refreshMarketing(ctx, to.id)
  const merged = await getCustomer(ctx, to.id)
  const filled = Object.fromEntries(move.filledFields.map((field) => [field, from[field]]))
  await queries.updateCustomer(
    ctx,
    toRow({
      ...merged,
      ...filled,
      tags: [...merged.tags, ...move.addedTags],
      customFields: { ...customFields, ...merged.customFields },
    }),
  )
  await queries.deleteCustomer(ctx, from.id)
  return move
}

/** Gives back what `to` still has of it. What they changed since, they keep. */
export async function restoreProfile(ctx: Ctx, toId: string, move: ProfileMove): Promise<void> {
  const { profile, filledFields, addedTags, addedCustomFields } = move
  const fromId = profile.id
  await queries.insertCustomer(ctx, toRow({ ...profile, emails: [], phones: [], addresses: [], externalIds: [] }))
  await moves.returnEmails(ctx, toId, fromId, move.emails)
  await moves.returnPhones(ctx, toId, fromId, move.phones)
  await moves.restoreSharedPhones(ctx, toId, fromId, move.sharedPhones)
  await moves.returnAddresses(ctx, toId, fromId, move.addresses)
  await moves.returnExternalIds(ctx, toId, fromId, move.externalIds)
  await moves.moveConsents(ctx, toId, fromId, move.consentIds)
  await moves.moveNotes(ctx, toId, fromId, move.noteIds)
  await moves.refreshMarketing(ctx, toId)
  await moves.refreshMarketing(ctx, fromId)

  const to = await getCustomer(ctx, toId)
  const unfilled = filledFields.filter((field) => to[field] === profile[field]).map((field) => [field, null])
  const isUnchanged = (field: string) => to.customFields[field] === profile.customFields[field]
  const customFields = Object.entries(to.customFields).filter(
    ([field]) => !(addedCustomFields.includes(field) && isUnchanged(field)),
  )
  await queries.updateCustomer(
    ctx,
    toRow({
      ...to,
      ...Object.fromEntries(unfilled),
      tags: to.tags.filter((tag) => !addedTags.includes(tag)),
      customFields: Object.fromEntries(customFields),
    }),
  )
  await queries.updateCustomer(ctx, toRow(await getCustomer(ctx, fromId)))
  await moves.restoreHistory(ctx, profile)
}

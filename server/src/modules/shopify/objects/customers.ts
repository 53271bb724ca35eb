import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../../ctx.ts'
import { recordConsent } from '../../customers/consents/consents.ts'
import { createCustomer, getCustomer, updateCustomer } from '../../customers/customers.ts'
import { customerKeyOf } from '../../customers/identity/identity.ts'
import type { Customer, CustomerChanges } from '../../customers/schemas.ts'
import * as customerQueries from './customer-queries.ts'
import type { ShopObject } from './group-lines.ts'
import { type MappedCustomer, mapCustomer } from './map-customer.ts'
import {
  type Applier,
  type ApplyOptions,
  describePersonalError,
  hashContent,
  isOlder,
  type ObjectOutcome,
  toFailure,
} from './outcome.ts'
import * as queries from './queries.ts'

const SOURCE = 'shopify'
const EMAIL_CONSENT_SOURCE = 'Shopify'

/** By which an erased customer is recognized, without keeping who they were. */
export const erasedIdOf = (ctx: Ctx, externalId: string): string =>
  `erased ${customerKeyOf(externalId, ctx.environmentId, ctx.secretFor('shopify-erasures'))}`

/**
 * Customers are matched by the shop's ID, then by email. The shop adds to what we know and replaces only the name: what
 * somebody entered here stays.
 */
export const customerApplier: Applier<'customers'> = {
  apply: async (ctx, objects, options) => {
    const ids = objects.map(({ root }) => root.id)
    const known = await customerQueries.readKnownCustomers(ctx, ids)
    const erased = await queries.readObjects(
      ctx,
      'customers',
      ids.map((id) => erasedIdOf(ctx, id)),
    )
    const outcomes: ObjectOutcome[] = []
    for (const object of objects) {
      const externalId = object.root.id
      const mapped = mapCustomer(object)
      const hash = hashContent(mapped)
      const current = known.get(externalId)
      // A customer who was deleted or erased here is not imported again.
      const isGone = erased.has(erasedIdOf(ctx, externalId)) || (current !== undefined && current.customerId === null)
      const isKnown = current?.contentHash === hash || isOlder(object.root.updatedAt, current)
      if (isGone || isKnown) outcomes.push({ externalId, outcome: 'unchanged' })
      else outcomes.push(await applyCustomer(ctx, object, mapped, hash, current?.customerId ?? undefined, options))
    }
    return outcomes
  },
}

async function applyCustomer(
  ctx: Ctx,
  { root }: ShopObject<'customers'>,
  mapped: MappedCustomer,
  hash: string,
  knownId: Customer['id'] | undefined,
  { dryRun }: ApplyOptions,
): Promise<ObjectOutcome> {
  const externalId = root.id
  try {
    return await transaction(ctx, async (ctx) => {
      const id = knownId ?? (await customerQueries.findMatch(ctx, SOURCE, externalId, mapped.email))?.customerId
      const before = id && (await getCustomer(ctx, id))
      const changes = before ? planChanges(before, mapped, externalId, knownId !== undefined) : undefined
      const consents = mapped.consents.filter(({ channel, state }) => isNews(before?.marketing[channel] ?? null, state))
      const fields = [...Object.keys(changes ?? {}), ...consents.map(({ channel }) => `${channel} marketing`)]
      const outcome = before ? (fields.length > 0 ? 'updated' : 'unchanged') : 'created'
      const named = before ? fields.map((field) => ({ field, from: null, to: null })) : []
      if (dryRun) return { externalId, outcome, localId: before?.id ?? null, changes: named }
      const customer = await saveCustomer(ctx, before, changes ?? {}, mapped, externalId)
      for (const consent of consents)
        await recordConsent(ctx, customer.id, { ...consent, source: EMAIL_CONSENT_SOURCE })
      await queries.upsertObjects(ctx, [
        {
          resource: 'customers',
          external_id: externalId,
          local_id: customer.id,
          content_hash: hash,
          source_updated_at: root.updatedAt,
        },
      ])
      return { externalId, outcome, localId: customer.id, changes: named }
    })
  } catch (error) {
    return toFailure(externalId, error, describePersonalError)
  }
}

/** Nobody who unsubscribed here is subscribed again by an old decision there. */
const isNews = (current: Customer['marketing']['email'], state: 'subscribed' | 'unsubscribed' | 'pending'): boolean =>
  current === null ||
  (current !== state && state === 'unsubscribed') ||
  (current === 'pending' && state === 'subscribed')

async function saveCustomer(
  ctx: Ctx,
  before: Customer | undefined,
  changes: CustomerChanges,
  mapped: MappedCustomer,
  externalId: string,
): Promise<Pick<Customer, 'id'>> {
  if (before) return Object.keys(changes).length > 0 ? updateCustomer(ctx, before.id, changes, undefined) : before
  return createCustomer(ctx, {
    name: mapped.name,
    locale: mapped.locale,
    emails: mapped.email ? [{ address: mapped.email }] : [],
    phones: mapped.phone ? [{ number: mapped.phone }] : [],
    addresses: mapped.addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address })),
    tags: mapped.tags,
    externalIds: [{ source: SOURCE, id: externalId }],
    customFields: mapped.customFields,
  })
}

const MAX_ADDRESSES = 50

function planChanges(
  before: Customer,
  { name, email, phone, locale, addresses, tags, customFields }: MappedCustomer,
  externalId: string,
  isSynced: boolean,
): CustomerChanges {
  const changes: CustomerChanges = {}
  if (name && name !== before.name && (isSynced || before.name === null)) changes.name = name
  if (locale && before.locale === null) changes.locale = locale
  if (email && !before.emails.some(({ address }) => address === email)) {
    changes.emails = [...before.emails, { address: email }]
  }
  if (phone && !before.phones.some(({ number }) => number === phone)) {
    changes.phones = [...before.phones, { number: phone }]
  }
  const newAddresses = addresses.filter(
    (address) => !before.addresses.some((known) => isDeepStrictEqual(known.address, address)),
  )
  if (newAddresses.length > 0) {
    changes.addresses = [...before.addresses, ...newAddresses.map((address) => ({ address }))].slice(0, MAX_ADDRESSES)
  }
  if (tags.some((tag) => !before.tags.includes(tag))) {
    changes.tags = [...new Set([...before.tags, ...tags])].slice(0, 100)
  }
  if (!before.externalIds.some(({ source, id }) => source === SOURCE && id === externalId)) {
    changes.externalIds = [...before.externalIds, { source: SOURCE, id: externalId }]
  }
  const merged = { ...before.customFields, ...customFields }
  if (!isDeepStrictEqual(merged, before.customFields)) changes.customFields = merged
  return changes
}

import { type Ctx, transaction } from '../../ctx.ts'
import { type Page, type RankedKeyset, rankedKeyset, toRankedPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { LAST_ID, newId } from '../../kit/ids.ts'
import { normalizeEmail, normalizePhone, toCustomerSearch, toSearchText } from './identity/identity.ts'
import type { CustomerSort } from './list-queries.ts'
import * as listQueries from './list-queries.ts'
import * as queries from './queries.ts'
import type { Address, Customer, CustomerChanges, CustomersQuery, NewCustomer } from './schemas.ts'

export function createCustomer(ctx: Ctx, input: NewCustomer): Promise<Customer> {
  return transaction(ctx, async (ctx) => {
    const customer = applyChanges({ ...EMPTY, id: newId('cus') }, input)
    await queries.insertCustomer(ctx, toRow(customer))
    await saveIdentity(ctx, customer, input)
    await emit(ctx, 'customer.created', { customerId: customer.id })
    return getCustomer(ctx, customer.id)
  })
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function updateCustomer(
  ctx: Ctx,
  id: Customer['id'],
  changes: CustomerChanges,
  ifMatch: string | undefined,
): Promise<Customer> {
  return transaction(ctx, async (ctx) => {
    const customer = applyChanges(await lockCustomer(ctx, id, ifMatch), changes)
    await queries.updateCustomer(ctx, toRow(customer))
    await saveIdentity(ctx, customer, changes)
    await emit(ctx, 'customer.updated', { customerId: id })
    return getCustomer(ctx, id)
  })
}

export function deleteCustomer(ctx: Ctx, id: Customer['id'], ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { statistics } = await lockWithEmails(ctx, id, ifMatch)
    if (statistics.some(({ orders }) => orders > 0) || (await queries.hasBalanceOrTickets(ctx, id))) {
      throw new AppError(
        'conflict',
        'This customer has orders, points, store credit or tickets and can’t be deleted. Erase their data instead.',
      )
    }
    await queries.deleteCustomer(ctx, id)
    await emit(ctx, 'customer.deleted', { customerId: id })
  })
}

export async function getCustomer(ctx: Ctx, id: string): Promise<Customer> {
  const customer = await queries.findCustomer(ctx, id)
  if (!customer) throw await missingCustomer(ctx, id)
  return customer
}

async function missingCustomer(ctx: Ctx, id: string): Promise<AppError> {
  const merge = await queries.findMerge(ctx, id)
  if (!merge) return notFound('customer', id)
  return new AppError('not_found', 'This customer was merged into another one.', {
    fields: { id, mergedInto: merge.currentCustomerId },
  })
}

export async function listCustomers(ctx: Ctx, query: CustomersQuery): Promise<Page<Customer>> {
  const sort = resolveSort(query)
  const email = query.email === undefined ? null : normalizeEmail(query.email)
  const candidateIds = await listCandidates(ctx, query)
  const page = skipExcluded(rankedKeyset(query), await findHighestRank(ctx, query, sort, candidateIds))
  const filters = { ...toCustomerSearch(query.q), email, sort, candidateIds }
  const { data, nextCursor } = toRankedPage(await listQueries.listCustomers(ctx, page, query, filters), page)
  const ids = data.map(({ id }) => id)
  const customers = new Map((await queries.readCustomers(ctx, ids)).map((customer) => [customer.id, customer]))
  return { data: ids.flatMap((id) => customers.get(id) ?? []), nextCursor }
}

/**
 * PostgreSQL reads customers in the order of the list until it has a page. If only the last ones match, as those created
 * years ago do in a list by last order, it would read all: few matches are looked up first.
 */
async function listCandidates(ctx: Ctx, query: CustomersQuery): Promise<string[] | null> {
  const { ordersMin, ordersMax, spentMin, spentMax, lastOrderFrom, lastOrderTo, createdFrom, createdTo } = query
  const isSet = (filter: unknown) => filter !== undefined
  const hasTotals = [ordersMin, ordersMax, spentMin, spentMax, lastOrderFrom, lastOrderTo].some(isSet)
  const byTotals = hasTotals ? listQueries.toCandidateIds(await listQueries.listTotalsMatches(ctx, query)) : null
  if (byTotals || ![createdFrom, createdTo, query.emailMarketing].some(isSet)) return byTotals
  return listQueries.toCandidateIds(await listQueries.listCustomerMatches(ctx, query))
}

function resolveSort({ sort, updatedFrom }: CustomersQuery): CustomerSort {
  if (updatedFrom === undefined) return sort ?? 'newest'
  if (sort === undefined) return 'updated'
  throw invalidRequest('Changes are sorted by time. Omit sort or updatedFrom.', [
    { path: '/sort', message: 'cannot be combined with updatedFrom' },
  ])
}

/** Skips what an upper limit of the rank excludes: PostgreSQL would compare each of them with it. */
const skipExcluded = (page: RankedKeyset, highestRank: number | undefined): RankedKeyset =>
  highestRank === undefined || highestRank >= page.rank ? page : { ...page, rank: highestRank, before: LAST_ID }

/** Those with the most orders spent the most: with a limit on one, a list by the other starts far below its top. */
async function findHighestRank(
  ctx: Ctx,
  query: CustomersQuery,
  sort: CustomerSort,
  candidateIds: string[] | null,
): Promise<number | undefined> {
  const { createdTo, lastOrderTo, ordersMax, spentMax, updatedFrom } = query
  const beforeMs = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time) - 1)
  if (sort === 'newest') return beforeMs(createdTo)
  if (sort === 'last_order') return beforeMs(lastOrderTo)
  if (sort === 'updated') return updatedFrom === undefined ? undefined : -Date.parse(updatedFrom)
  const limits = sort === 'orders' ? { own: ordersMax, other: spentMax } : { own: spentMax, other: ordersMax }
  if (limits.other === undefined || candidateIds) return limits.own
  const find = sort === 'orders' ? listQueries.findMostOrders : listQueries.findMostSpent
  return Math.min(limits.own ?? Number.MAX_SAFE_INTEGER, (await find(ctx, limits.other))?.rank ?? 0)
}

/** For requests that name a customer in `path`. */
export async function assertCustomerExists(ctx: Ctx, id: string | null, path: string): Promise<void> {
  if (id === null || (await queries.findCustomer(ctx, id))) return
  throw invalidRequest('No such customer. Create the customer with POST /v1/customers first.', [
    { path, message: 'is not a customer of this shop' },
  ])
}

/** Blocks other changes of the customer until the transaction ends. */
export async function lockCustomer(ctx: Ctx, id: string, ifMatch?: string): Promise<Customer> {
  await queries.lockCustomer(ctx, id)
  const customer = await getCustomer(ctx, id)
  assertIfMatch(ifMatch, customer.version)
  return customer
}

/** Blocks new orders as well, whether they name the customer or only an email. */
export async function lockWithEmails(ctx: Ctx, id: string, ifMatch?: string): Promise<Customer> {
  await queries.blockOrders(ctx, id)
  return lockCustomer(ctx, id, ifMatch)
}

/** How a person introduced themselves. None of it is verified. */
export interface Contact {
  email: string | null
  phone: string | null
  name: string | null
  company?: string | null
  locale: string | null
  address: Address | null
}

/**
 * Finds the customer with this email, or else the only one with this phone, or creates one. Returns null without either.
 * An existing customer does not change: anyone can write anyone's email into a form. For the same reason the caller must
 * not reveal the customer to the person.
 */
export async function matchCustomer(ctx: Ctx, contact: Contact): Promise<Customer['id'] | null> {
  const { email, name, company = null, locale, address } = contact
  const phone = contact.phone === null ? null : normalizePhone(contact.phone)
  if (email !== null) return matchEmail(ctx, normalizeEmail(email), { ...contact, phone })
  if (phone === null) return null
  const [owner, another] = await queries.listPhoneOwners(ctx, phone)
  if (owner && !another) return owner.customerId
  const addresses = address ? [{ address }] : []
  return (
    await createCustomer(ctx, { name, company, ...(locale && { locale }), phones: [{ number: phone }], addresses })
  ).id
}

async function matchEmail(ctx: Ctx, email: string, contact: Contact): Promise<Customer['id']> {
  const newCustomerId = newId('cus')
  const { phone, name, company = null, locale, address } = contact
  const search = toSearchText([name, company, email, phone])
  const row = { newCustomerId, email, phone, name, company, locale, search, addressId: newId('adr'), address }
  const { customerId } = await queries.findOrInsertByEmail(ctx, row)
  if (customerId === newCustomerId) await emit(ctx, 'customer.created', { customerId: newCustomerId })
  return customerId
}

type Profile = Omit<Customer, 'marketing' | 'statistics' | 'rfm' | 'version' | 'createdAt' | 'updatedAt'>

const EMPTY: Omit<Profile, 'id'> = {
  name: null,
  company: null,
  locale: null,
  emails: [],
  phones: [],
  addresses: [],
  tags: [],
  externalIds: [],
  customFields: {},
}

function applyChanges(current: Profile, changes: CustomerChanges): Profile {
  assertUnique(changes)
  const wasVerified = new Set([
    ...current.emails.flatMap(({ address, verified }) => (verified ? [address] : [])),
    ...current.phones.flatMap(({ number, verified }) => (verified ? [number] : [])),
  ])
  const ownAddresses = new Set<string>(current.addresses.map(({ id }) => id))
  return {
    id: current.id,
    name: changes.name === undefined ? current.name : changes.name,
    company: changes.company === undefined ? current.company : changes.company,
    locale: changes.locale === undefined ? current.locale : changes.locale,
    emails:
      changes.emails?.map((email) => {
        const address = normalizeEmail(email.address)
        return { address, verified: email.verified ?? wasVerified.has(address) }
      }) ?? current.emails,
    phones:
      changes.phones?.map(({ number, verified }) => ({ number, verified: verified ?? wasVerified.has(number) })) ??
      current.phones,
    addresses:
      changes.addresses?.map(({ id, address }) => ({ id: id && ownAddresses.has(id) ? id : newId('adr'), address })) ??
      current.addresses,
    tags: changes.tags ?? current.tags,
    externalIds: changes.externalIds ?? current.externalIds,
    customFields: changes.customFields ?? current.customFields,
  }
}

function assertUnique({ emails = [], phones = [], externalIds = [], addresses = [] }: CustomerChanges): void {
  const errors = [
    ...repeatsOf(
      '/emails',
      'address',
      emails.map(({ address }) => normalizeEmail(address)),
    ),
    ...repeatsOf(
      '/phones',
      'number',
      phones.map(({ number }) => number),
    ),
    ...repeatsOf(
      '/externalIds',
      'id',
      externalIds.map(({ source, id }) => `${source} ${id}`),
    ),
    ...repeatsOf(
      '/addresses',
      'id',
      addresses.map(({ id }) => id),
    ),
  ]
  if (errors.length > 0) throw invalidRequest('The customer is not valid.', errors)
}

const repeatsOf = (path: string, field: string, values: (string | undefined)[]): ErrorDetail[] =>
  values.flatMap((value, at) =>
    value !== undefined && values.indexOf(value) < at
      ? [{ path: `${path}/${at}/${field}`, message: 'must not repeat an earlier one' }]
      : [],
  )

/** Writes the lists that were sent. */
async function saveIdentity(ctx: Ctx, customer: Profile, changes: CustomerChanges): Promise<void> {
  await assertUnowned(ctx, customer, changes)
  if (changes.emails) {
    const saved = await queries.replaceEmails(ctx, customer.id, customer.emails)
    if (saved < customer.emails.length) await assertUnowned(ctx, customer, changes)
  }
  if (changes.phones) await queries.replacePhones(ctx, customer.id, customer.phones)
  if (changes.addresses) await queries.replaceAddresses(ctx, customer.id, customer.addresses)
  if (changes.externalIds) {
    const saved = await queries.replaceExternalIds(ctx, customer.id, customer.externalIds)
    if (saved < customer.externalIds.length) await assertUnowned(ctx, customer, changes)
  }
}

/** An email, a verified phone and an external id belong to one customer. */
async function assertUnowned(ctx: Ctx, customer: Profile, changes: CustomerChanges): Promise<void> {
  const [owner] = await queries.listOwners(ctx, customer.id, {
    emails: changes.emails ? customer.emails : [],
    phones: changes.phones ? customer.phones.filter(({ verified }) => verified) : [],
    externalIds: changes.externalIds ? customer.externalIds : [],
  })
  if (!owner) return
  const { customerId, value } = owner
  throw new AppError('conflict', `Another customer has "${value}". Update that customer, or merge the two.`, {
    details: [{ path: pathOf(customer, value), message: 'belongs to another customer' }],
    fields: { customerId },
  })
}

function pathOf({ emails, phones, externalIds }: Profile, value: string): string {
  const email = emails.findIndex(({ address }) => address === value)
  if (email >= 0) return `/emails/${email}/address`
  const phone = phones.findIndex(({ number }) => number === value)
  if (phone >= 0) return `/phones/${phone}/number`
  return `/externalIds/${externalIds.findIndex(({ id }) => id === value)}/id`
}

/** With what search finds. */
export const toRow = (customer: Profile): queries.CustomerRow => ({ ...customer, search: searchTextOf(customer) })

const searchTextOf = ({ name, company, emails, phones, externalIds }: Profile): string =>
  toSearchText([
    name,
    company,
    ...emails.map(({ address }) => address),
    ...phones.map(({ number }) => number),
    ...externalIds.map(({ id }) => id),
  ])

import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, type RankedKeyset, rankedKeyset, toPage, toRankedPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { hasTrigram } from '../../kit/fold-text.ts'
import { LAST_ID, newId } from '../../kit/ids.ts'
import { Id } from '../../kit/schema.ts'
import { recordConsent } from '../customers/consents/consents.ts'
import { getCustomer, matchCustomer } from '../customers/customers.ts'
import { normalizeEmail, normalizePhone, toCustomerSearch, toSearchText } from '../customers/identity/identity.ts'
import { findRole } from '../members/members.ts'
import { applySubmission } from './apply-submission.ts'
import { convertByOrder } from './conversions.ts'
import { detectSpam } from './detect-spam.ts'
import * as queries from './queries.ts'
import type {
  Lead,
  LeadChanges,
  LeadStatus,
  LeadSubmission,
  LeadsQuery,
  LeadTouch,
  NewLead,
  SubmissionsQuery,
} from './schemas.ts'

/**
 * Takes the same statements for everyone: neither the response nor its time says whether somebody is known. A job matches
 * the customer.
 */
export function receiveLead(ctx: Ctx, input: NewLead): Promise<{ received: true }> {
  const submission = toSubmission(ctx, input)
  const contact = submission.email ?? normalizePhone(submission.phone ?? '')
  if (contact === null) throw missingContact(input)
  return transaction(ctx, async (ctx) => {
    const stored = await queries.findOrInsertLead(ctx, contact, toBlankLead(ctx, submission.touch))
    const lead = applySubmission(stored, submission)
    await saveLead(ctx, lead)
    await queries.insertSubmission(ctx, lead.id, submission)
    await enqueue(ctx, processJob, { leadId: lead.id })
    return { received: true }
  })
}

function missingContact({ phone }: NewLead): AppError {
  if (phone === undefined) {
    return invalidRequest('Send an email or a phone number.', [
      { path: '/email', message: 'is required without a phone number' },
    ])
  }
  return invalidRequest('Without an email, the phone number needs its country code.', [
    { path: '/phone', message: 'must be a phone number in international format, such as +431234567' },
  ])
}

function toSubmission(ctx: Ctx, input: NewLead): LeadSubmission {
  const { email, phone, name, company, locale, message, source, page, referrer, utm, clickIds } = input
  const at = ctx.now.toISOString()
  return {
    id: newId('lsub'),
    email: email === undefined ? null : normalizeEmail(email),
    // With an email, a number that can't be normalized is still worth knowing.
    phone: phone === undefined ? null : (normalizePhone(phone) ?? phone),
    name: name?.trim() || null,
    company: company?.trim() || null,
    locale: locale ?? null,
    message: message ?? null,
    touch: { source, page: page ?? null, referrer: referrer ?? null, utm: utm ?? {}, clickIds: clickIds ?? {}, at },
    productIds: input.productIds ?? [],
    customFields: input.customFields ?? {},
    consents: input.consent ?? [],
    spamReasons: detectSpam(input),
    createdAt: at,
  }
}

const toBlankLead = (ctx: Ctx, touch: LeadTouch): Lead => ({
  id: newId('lead'),
  status: 'new',
  email: null,
  phone: null,
  name: null,
  company: null,
  locale: null,
  message: null,
  source: touch.source,
  firstTouch: touch,
  lastTouch: touch,
  productIds: [],
  customFields: {},
  consents: [],
  tags: [],
  score: 0,
  scoreReasons: [],
  spamReasons: [],
  customerId: null,
  assigneeId: null,
  staffNote: null,
  conversion: null,
  submissionCount: 0,
  version: 0,
  createdAt: ctx.now.toISOString(),
  updatedAt: ctx.now.toISOString(),
})

const saveLead = (ctx: Ctx, lead: Lead): Promise<Lead> =>
  queries.updateLead(ctx, lead, toSearchText([lead.name, lead.company, lead.email, lead.phone]))

/** Matches the customer and records consents, of everything that was sent since the last time and is not spam. */
export const processJob = defineJob({
  name: 'leads.process',
  payload: Type.Object({ leadId: Id('lead') }),
  run: (ctx, { leadId }) => processLead(ctx, leadId),
})

function processLead(ctx: Ctx, leadId: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const lead = await queries.lockLead(ctx, leadId)
    if (!lead || lead.status === 'spam') return
    const submissions = await queries.claimSubmissions(ctx, leadId)
    if (submissions.length === 0 && lead.customerId !== null) return
    const { email, phone, name, company, locale } = lead
    const customerId =
      lead.customerId ?? (await matchCustomer(ctx, { email, phone, name, company, locale, address: null }))
    if (customerId === null) throw new Error('a lead has an email or a phone')
    for (const submission of submissions) await recordConsents(ctx, customerId, submission)
    if (lead.customerId !== null) {
      await emit(ctx, 'lead.updated', { leadId: lead.id, changes: ['submissions'] })
      return
    }
    await saveLead(ctx, { ...lead, customerId })
    await emit(ctx, 'lead.created', { leadId: lead.id, customerId, source: lead.source })
    // An order may have been faster than this job.
    const order = await queries.findOrderSince(ctx, customerId, lead.createdAt)
    if (order) await convertByOrder(ctx, order)
  })
}

/**
 * An unticked box is no withdrawal. And since anyone can write anyone's address into a form, a tick alone does not
 * subscribe somebody again who has unsubscribed: that is pending until they confirm it.
 */
async function recordConsents(ctx: Ctx, customerId: string, { consents, touch }: LeadSubmission): Promise<void> {
  for (const { channel, granted, text } of consents) {
    if (!granted) continue
    const { marketing } = await getCustomer(ctx, customerId)
    const state = marketing[channel] === 'unsubscribed' || marketing[channel] === 'pending' ? 'pending' : 'subscribed'
    await recordConsent(ctx, customerId, { channel, state, shownText: text, source: touch.source })
  }
}

export async function getLead(ctx: Ctx, id: string): Promise<Lead> {
  const lead = await queries.findLead(ctx, id)
  if (!lead) throw notFound('lead', id)
  return lead
}

export async function listLeads(ctx: Ctx, query: LeadsQuery): Promise<Page<Lead>> {
  const page = skipLater(rankedKeyset(query), query)
  const { data, nextCursor } = toRankedPage(await searchLeads(ctx, page, query), page)
  return { data: data.map(({ rank: _, ...lead }) => lead), nextCursor }
}

/** So many leads of a list are searched before the index of words is used. */
const MAX_SCANNED = 500
/** One or two letters are searched here only. */
const MAX_SCANNED_WITHOUT_INDEX = 20_000

/**
 * The page of a common word is full after the first leads of the list, and reading these is faster than its many entries in
 * the index. Spam is short, and one or two letters are no entry of the index.
 */
async function searchLeads(ctx: Ctx, page: RankedKeyset, query: LeadsQuery) {
  const search = toCustomerSearch(query.q)
  if (search.textPattern === null) {
    return queries.listLeads(ctx, page, query, search, { scanned: page.take, leadIds: null })
  }
  const isIndexed = hasTrigram(search.textPattern.slice(1, -1)) && query.status !== 'spam'
  const scanned = isIndexed ? MAX_SCANNED : MAX_SCANNED_WITHOUT_INDEX
  const rows = await queries.listLeads(ctx, page, query, search, { scanned, leadIds: null })
  if (!isIndexed || rows.length === page.take) return rows
  const matches = await queries.listSearchMatches(ctx, page, query, search.textPattern)
  return queries.listLeads(ctx, page, query, search, { scanned: null, leadIds: matches.map(({ id }) => id) })
}

/** Starts at the upper limit of time: PostgreSQL would compare each later lead with it. */
function skipLater(page: RankedKeyset, { sort = 'newest', createdTo }: LeadsQuery): RankedKeyset {
  const limit = createdTo === undefined || sort !== 'newest' ? Number.MAX_VALUE : Date.parse(createdTo) - 1
  return limit >= page.rank ? page : { ...page, rank: limit, before: LAST_ID }
}

export async function listSubmissions(ctx: Ctx, id: string, query: SubmissionsQuery): Promise<Page<LeadSubmission>> {
  await getLead(ctx, id)
  const page = keyset(query)
  return toPage(await queries.listSubmissions(ctx, id, page), page)
}

type ChosenStatus = Exclude<LeadStatus, 'converted'>

/** What staff may choose. A conversion is a request of its own, from any status but spam. */
const TRANSITIONS: Record<LeadStatus, readonly ChosenStatus[]> = {
  new: ['contacted', 'qualified', 'lost', 'spam'],
  contacted: ['new', 'qualified', 'lost', 'spam'],
  qualified: ['new', 'contacted', 'lost', 'spam'],
  lost: ['new', 'contacted', 'qualified', 'spam'],
  // Undoes the conversion.
  converted: ['new', 'contacted', 'qualified', 'lost'],
  spam: ['new'],
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function updateLead(ctx: Ctx, id: string, changes: LeadChanges, ifMatch: string | undefined): Promise<Lead> {
  return transaction(ctx, async (ctx) => {
    const lead = await queries.lockLead(ctx, id)
    if (!lead) throw notFound('lead', id)
    assertIfMatch(ifMatch, lead.version)
    const changed = (Object.keys(changes) as (keyof LeadChanges)[]).filter(
      (field) => JSON.stringify(changes[field]) !== JSON.stringify(lead[field]),
    )
    if (changed.length === 0) return lead
    if (changed.includes('assigneeId')) await assertMember(ctx, changes.assigneeId ?? null)
    const status = changed.includes('status') ? applyStatus(lead, changes.status) : {}
    const updated = await saveLead(ctx, { ...lead, ...changes, ...status })
    // What was taken for spam has no customer yet.
    if (lead.status === 'spam') await enqueue(ctx, processJob, { leadId: lead.id })
    await emit(ctx, 'lead.updated', { leadId: lead.id, changes: changed })
    return updated
  })
}

function applyStatus(lead: Lead, status: LeadChanges['status']): Partial<Lead> {
  if (status === undefined) return {}
  if (!TRANSITIONS[lead.status].includes(status)) {
    throw new AppError('conflict', `A lead that is ${lead.status} can’t become ${status}.`, {
      fields: { status: lead.status, allowed: TRANSITIONS[lead.status] },
    })
  }
  return { status, conversion: null, spamReasons: status === 'spam' ? ['marked_by_staff'] : [] }
}

async function assertMember(ctx: Ctx, userId: string | null): Promise<void> {
  if (userId === null || (await findRole(ctx.db, userId, ctx.workspaceId))) return
  throw invalidRequest('Only members can be assigned.', [
    { path: '/assigneeId', message: 'is not a member of this workspace' },
  ])
}

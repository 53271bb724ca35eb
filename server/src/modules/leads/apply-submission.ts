import type { Lead, LeadSubmission } from './schemas.ts'
import { scoreLead } from './score-lead.ts'

const MAX_PRODUCTS = 50
const MAX_CUSTOM_FIELDS = 50
const FIELDS = ['email', 'phone', 'name', 'company', 'locale'] as const

/**
 * What a submission changes. Anyone can write anyone's address into a form: what the lead already says stays, and only
 * what is missing is filled in. Spam never changes a lead that is not spam itself.
 */
export function applySubmission(lead: Lead, submission: LeadSubmission): Lead {
  const counted = { ...lead, submissionCount: lead.submissionCount + 1 }
  const isFirst = lead.submissionCount === 0
  const { spamReasons } = submission
  if (spamReasons.length > 0) return isFirst ? merge(counted, submission, { status: 'spam', spamReasons }) : counted
  if (lead.status !== 'spam')
    return merge(counted, submission, { status: lead.status === 'lost' ? 'new' : lead.status })
  if (lead.spamReasons.includes('marked_by_staff')) return counted
  // A bot used the address before the person did: nothing it wrote is kept.
  const blank = { message: null, productIds: [], customFields: {}, consents: [] }
  const unset = Object.fromEntries(FIELDS.map((field) => [field, null]))
  const fresh = { ...counted, ...unset, ...blank, source: submission.touch.source, firstTouch: submission.touch }
  return merge(fresh, submission, { status: 'new', spamReasons: [] })
}

function merge(lead: Lead, submission: LeadSubmission, changes: Partial<Lead>): Lead {
  const { touch, message, productIds, customFields, consents } = submission
  const filled = Object.fromEntries(FIELDS.map((field) => [field, lead[field] ?? submission[field]]))
  const decisions = new Map(lead.consents.map((consent) => [consent.channel, consent]))
  for (const consent of consents) decisions.set(consent.channel, { ...consent, at: touch.at })
  const merged = {
    ...lead,
    ...filled,
    ...changes,
    message: message ?? lead.message,
    lastTouch: touch,
    productIds: [...new Set([...productIds, ...lead.productIds])].slice(0, MAX_PRODUCTS),
    customFields: mergeFields(lead.customFields, customFields),
    consents: [...decisions.values()],
  }
  return { ...merged, ...scoreLead(merged) }
}

const mergeFields = (current: Lead['customFields'], sent: Lead['customFields']): Lead['customFields'] =>
  Object.fromEntries(Object.entries({ ...current, ...sent, ...current }).slice(0, MAX_CUSTOM_FIELDS))

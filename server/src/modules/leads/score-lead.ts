import { FREE_EMAIL_DOMAINS } from './email-domains.ts'
import type { Lead, LeadTouch, ScoreReason } from './schemas.ts'

/** They add up to 100, so that a score is the sum of its reasons and nothing is cut off. */
const POINTS = {
  products: 20,
  phone: 15,
  email: 10,
  company: 10,
  business_email: 10,
  message: 10,
  wrote_again: 10,
  name: 5,
  paid_click: 5,
  consent: 5,
} as const satisfies Record<ScoreReason['code'], number>

const MIN_MESSAGE_LENGTH = 20
const PAID_MEDIUMS = new Set(['cpc', 'ppc', 'cpm', 'cpv', 'paid', 'paid_social', 'paidsearch', 'display'])

type ScoredFields = Pick<
  Lead,
  | 'email'
  | 'phone'
  | 'name'
  | 'company'
  | 'message'
  | 'productIds'
  | 'firstTouch'
  | 'lastTouch'
  | 'consents'
  | 'submissionCount'
>

export function scoreLead(lead: ScoredFields): { score: number; scoreReasons: ScoreReason[] } {
  const { email, phone, name, company, message, productIds, firstTouch, lastTouch, consents, submissionCount } = lead
  const facts: Record<ScoreReason['code'], boolean> = {
    products: productIds.length > 0,
    phone: phone !== null,
    email: email !== null,
    company: company !== null,
    business_email: email !== null && !FREE_EMAIL_DOMAINS.has(domainOf(email)),
    message: message !== null && message.trim().length >= MIN_MESSAGE_LENGTH,
    wrote_again: submissionCount > 1,
    name: name !== null,
    paid_click: isPaid(firstTouch) || isPaid(lastTouch),
    consent: consents.some(({ granted }) => granted),
  }
  const scoreReasons = Object.entries(POINTS).flatMap(([code, points]) =>
    facts[code as ScoreReason['code']] ? [{ code: code as ScoreReason['code'], points }] : [],
  )
  return { score: scoreReasons.reduce((sum, { points }) => sum + points, 0), scoreReasons }
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const isPaid = ({ utm, clickIds }: LeadTouch): boolean =>
  Object.keys(clickIds).length > 0 || PAID_MEDIUMS.has(utm.medium?.toLowerCase() ?? '')

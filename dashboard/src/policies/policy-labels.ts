import { POLICY_KINDS, type PolicyInput, type PolicyKind, type ReturnTerms } from './policies.ts'

interface PolicyLabels {
  name: string
  about: string
  placeholder: string
}

export const POLICY_LABELS: Record<PolicyKind, PolicyLabels> = {
  refund: {
    name: 'Returns and refunds',
    about: 'What customers can return, until when, and what they get.',
    placeholder: 'Return items within **30 days** of delivery.',
  },
  shipping: {
    name: 'Shipping',
    about: 'Where you ship, how long it takes and what it costs.',
    placeholder: 'We ship every order within **two business days**.',
  },
  privacy: {
    name: 'Privacy',
    about: 'Which customer data you store, why, and for how long.',
    placeholder: 'We store only what we need to deliver your order.',
  },
  terms: {
    name: 'Terms of sale',
    about: 'The contract between you and your customers.',
    placeholder: 'These terms apply to every order in this shop.',
  },
  cookies: {
    name: 'Cookies',
    about: 'What the shop stores in a visitor’s browser.',
    placeholder: 'This shop stores one cookie: your cart.',
  },
  legal_notice: {
    name: 'Legal notice',
    about: 'Who runs the shop, where, and how to contact them.',
    placeholder: 'Hazel & Oak Ltd\n1 High Street, Bristol',
  },
}

export const parsePolicyKind = (text: string): PolicyKind | undefined => POLICY_KINDS.find((kind) => kind === text)

export const newPolicy = (kind: PolicyKind): PolicyInput => ({
  title: POLICY_LABELS[kind].name,
  body: '',
  returnTerms: null,
})

export const DEFAULT_RETURN_TERMS: ReturnTerms = {
  windowDays: 30,
  kinds: ['refund'],
  returnShipping: 'customer',
  restockingFeePercent: 0,
  exclusions: [],
}

export const RETURN_KIND_LABELS: Record<ReturnTerms['kinds'][number], string> = {
  refund: 'a refund',
  exchange: 'an exchange',
  store_credit: 'store credit',
}

const RETURN_SHIPPING_LABELS: Record<ReturnTerms['returnShipping'], string> = {
  customer: 'the customer pays for return shipping',
  merchant: 'the shop provides a label and deducts its cost from the refund',
  free: 'return shipping is free',
}

const OR_LIST = new Intl.ListFormat('en', { type: 'disjunction' })
const AND_LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The machine-readable terms as a sentence for customers. */
export function formatReturnTerms(terms: ReturnTerms): string {
  if (terms.windowDays === 0) return 'No returns accepted.'
  const days = terms.windowDays === 1 ? '1 day' : `${terms.windowDays} days`
  const kinds = OR_LIST.format(terms.kinds.map((kind) => RETURN_KIND_LABELS[kind]))
  const fee = terms.restockingFeePercent > 0 ? `, with a restocking fee of ${terms.restockingFeePercent}%` : ''
  const sentence = `Within ${days} of delivery, for ${kinds || 'nothing'}${fee}; ${RETURN_SHIPPING_LABELS[terms.returnShipping]}.`
  return terms.exclusions.length > 0 ? `${sentence} Excluded: ${AND_LIST.format(terms.exclusions)}.` : sentence
}

/** One exclusion per line. */
export const parseExclusions = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const MAX_BODY_BYTES = 200_000

/** Why the policy cannot be published; checked before a request is sent. */
export function validatePolicy({ title, body, returnTerms }: PolicyInput): string | undefined {
  if (title.trim() === '') return 'Enter a title.'
  if (body.trim() === '') return 'Enter the text.'
  const bytes = new TextEncoder().encode(body).length
  if (bytes > MAX_BODY_BYTES) return `The text has ${Math.ceil(bytes / 1000)} kB. The maximum is 200 kB.`
  if (returnTerms && returnTerms.windowDays > 0 && returnTerms.kinds.length === 0) {
    return 'Choose what customers get for a return.'
  }
  return undefined
}

import { normalizeEmail } from '../../customers/identity/identity.ts'

/** Fields whose values people search for: an order's number, a parcel's, a payment. */
const SEARCHED_FIELDS =
  /^(?:id|name|sku|handle|charge|payment_intent|order_?number|order_?id|external_order_id|reference_?id|tracking_?(?:code|number)|email|customer_?email|phone)$/i
const MAX_TERMS = 60
const MAX_EMAILS = 50
const MAX_NODES = 100_000
const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]+\.[^\s@<>"(),:;.]+$/

/** The emails in an event, by which a person's are found, and what it is searched by. Not by recursion: bodies are foreign. */
export function readSearchTerms(json: unknown): { emails: string[]; terms: string[] } {
  const emails = new Set<string>()
  const terms = new Set<string>()
  const queue: [field: string, value: unknown][] = [['', json]]
  for (let index = 0; index < queue.length; index++) {
    const [field, value] = queue[index] as [string, unknown]
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value)
      for (const [key, child] of Object.entries(value)) {
        if (queue.length < MAX_NODES) queue.push([isList ? field : key, child])
      }
    } else if (typeof value === 'string' || typeof value === 'number') {
      const term = String(value).replaceAll('\u0000', '').trim()
      if (emails.size < MAX_EMAILS && term.length <= 254 && EMAIL.test(term)) emails.add(normalizeEmail(term))
      if (terms.size < MAX_TERMS && term !== '' && term.length <= 100 && SEARCHED_FIELDS.test(field)) {
        terms.add(term.toLowerCase())
      }
    }
  }
  return { emails: [...emails], terms: [...terms] }
}

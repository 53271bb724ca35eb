import type { ApiClient } from '../open-shop.ts'

/** What a person would write, by the name of the field. */
const TEXTS: Record<string, string> = {
  note: 'Please leave it with the neighbors.',
  staffNote: 'Called the customer, all is well.',
  order_notes: 'Please leave it with the neighbors.',
  reason: 'Goodwill for a late delivery',
  name: 'Ada Lovelace',
  title: 'Linen shirt',
  subject: 'Where is my order?',
  message: 'When will my order arrive?',
  content: 'Do you ship to Austria?',
  text: 'Your parcel is on its way and arrives tomorrow.',
  body: 'We ship on weekdays. **Orders before noon** leave the same day.',
  description: 'Sends orders to our warehouse',
  label: 'Order reference',
  source: 'newsletter',
  tags: 'vip',
  tag: 'vip',
  addTags: 'vip',
}

/** By the path that the request is sent to, where the field alone says too little. */
const BY_PATH: [RegExp, Record<string, string>][] = [
  [/catalog\/collections/, { title: 'Summer' }],
  [/promotions/, { title: 'Ten percent off' }],
  [/articles/, { title: 'When do you ship?' }],
  [/policies/, { title: 'Terms and conditions' }],
  [/workspace|theme/, { name: 'Hazel & Oak' }],
  [/email-templates/, { subject: 'Your order {{orderNumber}}' }],
  [/locations/, { name: 'Berlin warehouse' }],
  [/teams/, { name: 'Returns' }],
  [/ticket-views/, { name: 'VIP customers' }],
  [/ticket-statuses/, { name: 'Waiting for the carrier' }],
  [/mailboxes/, { name: 'Hazel & Oak support' }],
  [/shipping\/(zones|profiles)/, { name: 'Europe' }],
  [/shipping\/rate/, { title: 'Standard' }],
  [/segments/, { name: 'Regular customers' }],
  [/loyalty\/program/, { name: 'Oak points' }],
  [/macros/, { name: 'Where is my order?' }],
  [/rules/, { name: 'Urgent first' }],
  [/slas|sla-policies/, { name: 'Replies within a day' }],
  [/business-hours/, { name: 'Office hours' }],
]

const PLACEHOLDER = /^(Tried|tried$|sandbox$|In the sandbox|Changed|Renamed|Somebody|Shed )/

interface ReadableClient extends ApiClient {
  /** The body as it is sent. A second time changes nothing. */
  rewrite(path: string, body: unknown): unknown
}

/** Sends what the samples of the contract tests say, but in words that explain the field. */
export function readableClient(client: ApiClient, counts = new Map<string, number>()): ReadableClient {
  const toText = (path: string, field: string, value: string): string => {
    if (!PLACEHOLDER.test(value)) return value
    const own = BY_PATH.find(([pattern, texts]) => pattern.test(path) && texts[field])?.[1][field]
    const text = own ?? TEXTS[field] ?? 'Example'
    // Names may have to be unique; a number in the sample says so.
    if (!/\d/.test(value)) return text
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return count === 1 ? text : `${text} ${count}`
  }
  const rewrite = (path: string, value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return toText(path, field, value)
    if (Array.isArray(value)) return value.map((item) => rewrite(path, item, field))
    if (typeof value !== 'object' || value === null || value instanceof Blob) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(path, item, name)]))
  }
  const send: ApiClient['send'] = (method, path, body, headers) =>
    client.send(method, path, typeof body === 'string' ? body : rewrite(path, body), headers)
  return {
    rewrite,
    send,
    get: (path, headers) => client.get(path, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
  }
}

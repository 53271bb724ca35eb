import { CancelRequest, CompleteRequest, CreateRequest, UpdateRequest } from './schemas.ts'
import { isBefore, type Version } from './versions.ts'

/**
 * The request that a `param` refers to: versions name fields differently, and every version accepts the older names.
 */
export interface SentRequest {
  version: Version
  body?: unknown
}

/** Our field names, mapped to those of 2026-04-17. The first match counts. */
const RENAMED_PATHS: [RegExp, string][] = [
  [/^\/paymentMethod$/, '/payment_data/instrument/credential/token'],
  [/^\/authentication(?=\/|$)/, '/authentication_result'],
  [/^\/billingAddress(?=\/|$)/, '/payment_data/billing_address'],
  [/^\/shippingAddress\/phone$/, '/fulfillment_details/phone_number'],
  [/^\/shippingAddress(?=\/|$)/, '/fulfillment_details/address'],
  [/^\/shipping(\/.*)?$/, '/selected_fulfillment_options'],
  [/^\/cartId$/, '/line_items'],
  [/^\/items\/(\d+)\/(?:variantId|sku)$/, '/line_items/$1/id'],
  // Our path may contain an item or variant id, which is not an index in a list.
  [/^\/items\/(?!\d+(?:\/|$)).*$/, '/line_items'],
  [/^\/items(?=\/|$)/, '/line_items'],
  [/^\/codes(?=\/|$)/, '/discounts/codes'],
  [/^\/email$/, '/buyer/email'],
  [/^\/note$/, '/order_notes'],
]

const ADDRESS = /^\/(?:fulfillment_details\/address|payment_data\/billing_address)\/(\w+)$/
const ADDRESS_FIELDS: Record<string, string> = {
  line1: 'line_one',
  line2: 'line_two',
  region: 'state',
  postalCode: 'postal_code',
}

const FIELDS = new Set(
  [CreateRequest, UpdateRequest, CompleteRequest, CancelRequest].flatMap(({ properties }) => Object.keys(properties)),
)

/**
 * The JSONPath of the field in one of our errors; undefined for fields that agents don't send, such as a return URL.
 */
export function toParam(pointer: string, sent: SentRequest): string | undefined {
  const rename = RENAMED_PATHS.find(([pattern]) => pattern.test(pointer))
  const renamed = rename ? pointer.replace(rename[0], rename[1]) : pointer
  const path = renamed.replace(ADDRESS, (whole, field: string) =>
    whole.slice(0, -field.length).concat(ADDRESS_FIELDS[field] ?? field),
  )
  const [, first = ''] = path.split('/')
  if (!FIELDS.has(first) && !has(sent.body, first)) return undefined
  return toSentParam(jsonPath(path), sent)
}

/** `/line_items/0/id` becomes `$.line_items[0].id`. */
const jsonPath = (pointer: string): string =>
  `$${pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')}`

interface Alias {
  /** The name in 2026-04-17. */
  path: string
  /** Older names, each with the first version that no longer has it. */
  others: { path: string; until: Version }[]
}

const ALIASES: Alias[] = [
  { path: '$.line_items', others: [{ path: '$.items', until: '2026-01-30' }] },
  { path: '$.fulfillment_details.address', others: [{ path: '$.fulfillment_address', until: '2025-12-12' }] },
  { path: '$.fulfillment_details.phone_number', others: [{ path: '$.buyer.phone_number', until: '2025-12-12' }] },
  { path: '$.buyer.email', others: [{ path: '$.fulfillment_details.email', until: '2025-09-29' }] },
  {
    path: '$.selected_fulfillment_options[0].option_id',
    others: [
      { path: '$.selected_fulfillment_options[0].digital.option_id', until: '2025-09-29' },
      { path: '$.fulfillment_option_id', until: '2025-12-12' },
      { path: '$.selected_fulfillment_options[0].shipping.option_id', until: '2026-01-30' },
    ],
  },
  { path: '$.selected_fulfillment_options', others: [{ path: '$.fulfillment_option_id', until: '2025-12-12' }] },
  {
    path: '$.payment_data.instrument.credential.token',
    others: [{ path: '$.payment_data.token', until: '2026-01-30' }],
  },
  { path: '$.discounts.codes', others: [{ path: '$.coupons', until: '2025-09-29' }] },
]

/** Converts a path of 2026-04-17 to the name the agent sent, or would send in its version. */
export function toSentParam(param: string, { version, body }: SentRequest): string {
  const alias = ALIASES.find(({ path }) => param === path || [...'.['].some((next) => param.startsWith(path + next)))
  if (!alias) return param
  const { path, others } = alias
  const used = [{ path, until: undefined }, ...others].find((one) => isSent(body, one.path))
  const ofVersion = others.find(({ until }) => isBefore(version, until))
  const renamed = (used?.path ?? ofVersion?.path ?? path) + param.slice(path.length)
  return resolveItemParam(renamed, body)
}

const ITEM_ID = /^\$\.(line_items|items)\[(\d+)\]\.id$/

/** An item is sent as `{id}` or as `{item: {id}}`. */
function resolveItemParam(param: string, body: unknown): string {
  const [, list = '', index = ''] = ITEM_ID.exec(param) ?? []
  return list && isSent(body, `$.${list}[${index}].item`) ? `$.${list}[${index}].item.id` : param
}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

function isSent(body: unknown, path: string): boolean {
  let value = body
  for (const [name] of path.matchAll(/\w+/g)) {
    if (!has(value, name)) return false
    value = value[name]
  }
  return value !== undefined
}

import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { EXAMPLES, readExample } from './acp-schemas.ts'
import { type Agent, createAgent } from './agent.ts'
import { openShop, type Shop } from './open-shop.ts'
import { addProduct } from './sample-products.ts'

export const usd = (amount: number) => ({ amount, currency: 'USD' })

/** Reads an example with its shipping option ids renamed, as a shop may choose its own. */
export const loadExample = (name: string) =>
  JSON.parse(JSON.stringify(readExample(name)).replaceAll('fulfillment_option_', 'option-'))

export const listExamples = (): string[] =>
  readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()

const ITEM_ID_PATTERN = /"id":"(item_\w+)"/g

/** The shop of the protocol's examples: it sells their items and ships to their addresses. */
export async function openExampleShop(): Promise<Shop & { agent: Agent }> {
  const all = JSON.stringify(listExamples().map(readExample))
  const items = [...new Set([...all.matchAll(ITEM_ID_PATTERN)].map(([, id]) => id ?? ''))]
  const shop = await openShop()
  await addProducts(
    shop,
    items.map((sku) => ({ sku, price: 300 })),
  )
  await addShippingRates(shop, { 'option-123': 100, 'option-456': 500 })
  return { ...shop, agent: createAgent(shop.api) }
}

export const addProducts = (
  { api }: Pick<Shop, 'api'>,
  items: { sku: string; price: number; requiresShipping?: boolean; trackStock?: boolean }[],
): Promise<{ variants: { id: string }[] }> =>
  addProduct(api, {
    options: [{ name: 'Kind', values: items.map(({ sku }) => sku) }],
    variants: items.map(({ sku, price, ...more }) => ({
      options: { Kind: sku },
      sku,
      prices: [{ price: usd(price) }],
      trackStock: false,
      ...more,
    })),
  })

/** Adds shipping rates by service name, with their prices. */
export async function addShippingRates({ api }: Pick<Shop, 'api'>, services: Record<string, number>): Promise<void> {
  const areas = [{ country: 'US' }, { country: 'FR' }]
  const zone = (await api.post('/v1/shipping/zones', { name: 'There', areas })).body
  for (const [service, amount] of Object.entries(services)) {
    const price = { kind: 'flat', amounts: [usd(amount)] }
    const rate = { zoneId: zone.id, title: service, service, price }
    expect((await api.post('/v1/shipping/rate-definitions', rate)).status).toBe(201)
  }
}

/** The paths of all fields, regardless of their values: `totals[].amount`. */
export function listFields(value: unknown, at = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((one) => [...listFields(one, `${at}[]`)]))
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => {
      const path = at ? `${at}.${name}` : name
      return [path, ...listFields(inner, path)]
    }),
  )
}

/** Optional fields that appear in examples and that we never send. */
export const OMITTED_FIELDS: Record<string, string> = {
  'line_items[].description': 'line items have a title only',
  'line_items[].images': 'the sample has none',
  'line_items[].image_url': 'the sample has none',
  'line_items[].url': 'we do not know the URL of the product page',
  'line_items[].custom_attributes': 'options are sent as variant_options',
  'line_items[].disclosures': 'products have none',
  'line_items[].marketplace_seller_details': 'a shop sells its own goods',
  'fulfillment_options[].description': 'optional: the sample rates have none',
  'fulfillment_options[].carrier': 'a rate is named by its title',
  'fulfillment_options[].earliest_delivery_time': 'optional: the sample rates have no delivery times',
  'fulfillment_options[].latest_delivery_time': 'optional: the sample rates have no delivery times',
  'fulfillments[].estimated_delivery': 'fulfillments have no delivery estimate',
  'fulfillments[].description': 'fulfillments have no description',
  'fulfillments[].events[].description': 'events have a type and a time only',
  'fulfillments[].events[].location': 'events have a type and a time only',
  'fulfillments[].digital_delivery': 'we do not store license keys or download links',
  'confirmation.receipt_url': 'the order page is not a receipt',
  'capabilities.payment.handlers[]': 'we have one handler, and settings differ between handlers',
  'fulfillment_details.address.line_two': 'empty fields are omitted',
  'totals[].description': 'sent only for taxes included in prices',
  'authentication_metadata.flow_preference': 'the bank decides whether to challenge',
  'authentication_metadata.acquirer_details.requestor_id': 'not every bank has one',
  marketing_consent_options: 'we do not ask for marketing consent',
  support: 'shops have no such settings',
  links: 'the sample has published no policies',
  'order.client_reference_id': 'requests of this version have none',
  'protocol.documentation_url': 'every installation serves its own API reference',
  'capabilities.supported_locales': 'shops do not declare locales',
}

/** Expects the response to have every field of the example, except the omitted ones. */
export function expectFieldsOf(example: unknown, response: unknown, name: string): void {
  const responseFields = listFields(response)
  const missing = [...listFields(example)].filter((field) => !responseFields.has(field) && !isOmitted(field))
  expect([name, missing]).toEqual([name, []])
}

const isOmitted = (field: string): boolean =>
  Object.keys(OMITTED_FIELDS).some((path) => [field, field.replace(/^order\./, '')].some((one) => isUnder(one, path)))

const isUnder = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`)

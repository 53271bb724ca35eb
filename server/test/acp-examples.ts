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
  'line_items[].description': 'a line knows its title only',
  'line_items[].images': 'the sample has none',
  'line_items[].image_url': 'the sample has none',
  'line_items[].url': 'the shop has no page that is known to us',
  'line_items[].custom_attributes': 'options are told as variant_options',
  'line_items[].disclosures': 'a product has none',
  'line_items[].marketplace_seller_details': 'a shop sells its own goods',
  'fulfillment_options[].description': 'a rate has one where the shop has written one',
  'fulfillment_options[].carrier': 'a rate is named by its title',
  'fulfillment_options[].earliest_delivery_time': 'a rate has them where the shop has said how many days it takes',
  'fulfillment_options[].latest_delivery_time': 'a rate has them where the shop has said how many days it takes',
  'fulfillments[].estimated_delivery': 'a parcel does not know it',
  'fulfillments[].description': 'a parcel has no words of its own',
  'fulfillments[].events[].description': 'the shop notes that it was sent and that it came',
  'fulfillments[].events[].location': 'the shop notes that it was sent and that it came',
  'fulfillments[].digital_delivery': 'keys and links are not kept here',
  'confirmation.receipt_url': 'the page of an order is no receipt',
  'capabilities.payment.handlers[]': 'we have one handler, and each has settings of its own',
  'fulfillment_details.address.line_two': 'what is empty is left out',
  'totals[].description': 'said of taxes that prices hold',
  'authentication_metadata.flow_preference': 'the bank decides whether it asks',
  'authentication_metadata.acquirer_details.requestor_id': 'not every bank has one',
  marketing_consent_options: 'buyers are not asked',
  support: 'a shop has no such settings',
  links: 'the sample has published no policies',
  'order.client_reference_id': 'no request of this version names one',
  'protocol.documentation_url': 'the description of the API is served by each installation',
  'capabilities.supported_locales': 'a shop answers in its own words',
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

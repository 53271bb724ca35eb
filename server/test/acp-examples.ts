import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { EXAMPLES, readExample } from './acp-schemas.ts'
import { type Agent, agentOf } from './agent.ts'
import { openShop, type Shop } from './open-shop.ts'
import { addProduct } from './sample-products.ts'

export const usd = (amount: number) => ({ amount, currency: 'USD' })

/** Options are called as a shop may call them. */
export const example = (name: string) =>
  JSON.parse(JSON.stringify(readExample(name)).replaceAll('fulfillment_option_', 'option-'))

export const exampleFiles = (): string[] =>
  readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()

const SIZES = /"id":"(item_\w+)"/g

/** The shop of the protocol's examples: it sells what they buy, and sends it where they live. */
export async function openExampleShop(): Promise<Shop & { agent: Agent }> {
  const all = JSON.stringify(exampleFiles().map(readExample))
  const items = [...new Set([...all.matchAll(SIZES)].map(([, id]) => id ?? ''))]
  const shop = await openShop()
  await sell(
    shop,
    items.map((sku) => ({ sku, price: 300 })),
  )
  await ship(shop, { 'option-123': 100, 'option-456': 500 })
  return { ...shop, agent: agentOf(shop.api) }
}

export const sell = (
  { api }: Pick<Shop, 'api'>,
  things: { sku: string; price: number; requiresShipping?: boolean; trackStock?: boolean }[],
): Promise<{ variants: { id: string }[] }> =>
  addProduct(api, {
    options: [{ name: 'Kind', values: things.map(({ sku }) => sku) }],
    variants: things.map(({ sku, price, ...more }) => ({
      options: { Kind: sku },
      sku,
      prices: [{ price: usd(price) }],
      trackStock: false,
      ...more,
    })),
  })

/** By their names, and what they cost. */
export async function ship({ api }: Pick<Shop, 'api'>, ways: Record<string, number>): Promise<void> {
  const places = [{ country: 'US' }, { country: 'FR' }]
  const zone = (await api.post('/v1/shipping/zones', { name: 'There', places })).body
  for (const [service, amount] of Object.entries(ways)) {
    const price = { kind: 'flat', amounts: [usd(amount)] }
    const rate = { zoneId: zone.id, title: service, service, price }
    expect((await api.post('/v1/shipping/rate-definitions', rate)).status).toBe(201)
  }
}

/** Which fields there are, whatever is in them: `totals[].amount`. */
export function fieldsOf(value: unknown, at = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((one) => [...fieldsOf(one, `${at}[]`)]))
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => {
      const path = at ? `${at}.${name}` : name
      return [path, ...fieldsOf(inner, path)]
    }),
  )
}

/** What an example shows and we never say, all of it optional. */
export const UNSAID: Record<string, string> = {
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

/** Everything that the example shows is in ours as well, but for what is never said. */
export function expectAllOf(shown: unknown, ours: unknown, name: string): void {
  const known = fieldsOf(ours)
  const missing = [...fieldsOf(shown)].filter((field) => !known.has(field) && !isUnsaid(field))
  expect([name, missing]).toEqual([name, []])
}

const isUnsaid = (field: string): boolean =>
  Object.keys(UNSAID).some((path) => [field, field.replace(/^order\./, '')].some((one) => startsWith(one, path)))

const startsWith = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`)

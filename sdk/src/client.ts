import { sleep } from './abort.ts'
import { errorFrom } from './errors.ts'
import type { paths } from './generated/api.ts'
import { type IterateEventsOptions, iterateEvents } from './iterate-events.ts'
import { parseJson } from './json.ts'
import { eachItem, type Page } from './pages.ts'
import { type UntypedCall, withResources } from './resources.ts'
import type { Storedesk } from './storedesk.ts'
import { type StreamOptions, streamEvents } from './stream.ts'
import { type ClientOptions, createTransport, type UntypedOptions } from './transport.ts'

// biome-ignore lint/performance/noBarrelFile: the package has a single entry point, which must export the errors that calls throw.
export { COUNTRY_CODES } from './countries.ts'
export { isStoredeskError, StoredeskConnectionError, StoredeskError } from './errors.ts'
export type { StreamEvent } from './event-stream.ts'
export type { components, operations, paths } from './generated/api.ts'
export type { Resources } from './generated/resources.ts'
export type { IterateEventsOptions } from './iterate-events.ts'
export type {
  Address,
  Cart,
  CartItem,
  Checkout,
  Collection,
  Event,
  Fulfillment,
  GiftCard,
  Image,
  InventoryLevel,
  ListedProduct,
  Location,
  Money,
  Order,
  OrderItem,
  Product,
  Promotion,
  PublicCollection,
  PublicProduct,
  PublicVariant,
  Refund,
  Return,
  ShippingQuote,
  ShippingRate,
  Theme,
  Totals,
  Variant,
  Workspace,
} from './models.ts'
export { currencyDecimals } from './money.ts'
export type {
  CallSettings,
  OperationBody,
  OperationId,
  OperationParameter,
  OperationQuery,
  OperationResponse,
  PostSettings,
} from './operations.ts'
export type { List, Page } from './pages.ts'
export type { Storedesk } from './storedesk.ts'
export type { StreamOptions } from './stream.ts'
export type { ClientOptions } from './transport.ts'
export {
  type ParseWebhookOptions,
  parseWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts'

const REAL_CLOCK = { sleep, random: Math.random }

/**
 * A client of the Storedesk API: with an `apiKey` on a server, with a `workspaceId` in a browser.
 *
 * @example
 * import { createClient } from '@storedesk/sdk'
 *
 * const storedesk = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: process.env.STOREDESK_KEY })
 * const cart = await storedesk.carts.create({ currency: 'EUR' })
 * for await (const order of storedesk.orders.list({ status: 'open' })) console.log(order.number)
 */
export function createClient<Paths extends object = paths>(
  options: ClientOptions,
  clock = REAL_CLOCK,
): Storedesk<Paths> {
  const { raw, execute } = createTransport<Paths>(options, clock)

  const call: UntypedCall = async (method, path, callOptions) => {
    const { data, error, response } = await execute(method, path, callOptions)
    if (!response.ok) throw errorFrom(response, error)
    if (isText(response)) return data ?? ''
    if (data === undefined || data === '') return undefined
    const json = parseJson(String(data))
    if (json === undefined) throw errorFrom(response, data)
    return json
  }

  const callWith =
    (method: string) =>
    (path: string, callOptions: UntypedOptions = {}) =>
      call(method, path, callOptions)

  const list = (path: string, callOptions: UntypedOptions = {}) =>
    eachItem(async (cursor) => {
      const query = cursor === undefined ? callOptions.query : { ...callOptions.query, cursor }
      return (await call('GET', path, { ...callOptions, query })) as Page<unknown>
    })

  const stream = (path: string, { method = 'GET', ...callOptions }: StreamOptions = {}) =>
    streamEvents({ method, url: options.baseUrl + path }, callOptions.signal, async (signal) => {
      const headers = { accept: 'text/event-stream', ...callOptions.headers }
      const retryPolicy = method === 'POST' ? 'rejections' : 'all'
      const { error, response } = await execute(
        method,
        path,
        { ...callOptions, headers, signal },
        { parseAs: 'stream', retryPolicy },
      )
      if (!response.ok) throw errorFrom(response, error)
      return response
    })

  const methods = {
    get: callWith('GET'),
    post: callWith('POST'),
    put: callWith('PUT'),
    patch: callWith('PATCH'),
    delete: callWith('DELETE'),
  }
  const iterate = (iterateOptions?: IterateEventsOptions) =>
    iterateEvents(
      { getPage: (query, settings) => call('GET', '/v1/events', { ...settings, query }), sleep: clock.sleep },
      iterateOptions,
    )

  // The one place where untyped paths meet the types of the document.
  return withResources({ ...methods, list, stream, raw }, call, { events: { iterate } }) as unknown as Storedesk<Paths>
}

/** A proxy's page is text as well, but not of this type. */
const isText = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/csv') ?? false

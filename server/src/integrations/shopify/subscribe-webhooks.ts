import { ShopSourceError } from '../../ports/shop-source.ts'
import type { ShopifyClient } from './client.ts'
import type { UserError } from './errors.ts'
import { CHANGE_SUBSCRIPTION, SUBSCRIBE, SUBSCRIPTIONS, TOPICS } from './queries.ts'

interface Subscription {
  id: string
  topic: string
  uri: string
}

/** Topics of data that we may not read can't be subscribed. */
const SCOPES: readonly [prefix: string, scope: string][] = [
  ['PRODUCTS_', 'products'],
  ['COLLECTIONS_', 'products'],
  ['INVENTORY_', 'inventory'],
  ['CUSTOMERS_', 'customers'],
  ['ORDERS_', 'orders'],
]

/** Shopify lists only the subscriptions of our own app, so one with another URL is ours from before it changed. */
export async function subscribeWebhooks(
  client: ShopifyClient,
  uri: string,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const existing = await listSubscriptions(client, signal)
  for (const topic of TOPICS.filter((topic) => isReadable(topic, scopes))) {
    const ofTopic = existing.filter((subscription) => subscription.topic === topic)
    if (ofTopic.some((subscription) => subscription.uri === uri)) continue
    const [previous] = ofTopic
    if (previous) await send(client, CHANGE_SUBSCRIPTION, { id: previous.id, uri }, signal)
    else await send(client, SUBSCRIBE, { topic, uri }, signal)
  }
}

function isReadable(topic: string, scopes: readonly string[]): boolean {
  const scope = SCOPES.find(([prefix]) => topic.startsWith(prefix))?.[1]
  return scope === undefined || scopes.includes(`read_${scope}`) || scopes.includes(`write_${scope}`)
}

async function listSubscriptions(client: ShopifyClient, signal: AbortSignal): Promise<Subscription[]> {
  interface Data {
    webhookSubscriptions: { nodes: Subscription[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
  }
  const subscriptions: Subscription[] = []
  for (let after: string | null = null; ; ) {
    const { webhookSubscriptions }: Data = await client.request({ query: SUBSCRIPTIONS, variables: { after } }, signal)
    subscriptions.push(...webhookSubscriptions.nodes)
    if (!webhookSubscriptions.pageInfo.hasNextPage) return subscriptions
    after = webhookSubscriptions.pageInfo.endCursor
  }
}

async function send(
  client: ShopifyClient,
  query: string,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const data = await client.request<Record<string, { userErrors: UserError[] }>>({ query, variables }, signal)
  const [error] = Object.values(data).flatMap(({ userErrors }) => userErrors)
  // A request that was repeated, because its answer got lost, finds its own subscription.
  if (!error || /already been taken/.test(error.message)) return
  throw new ShopSourceError('rejected', `Shopify can’t notify us of changes: ${error.message}`)
}

import type { ShopResource } from '../../src/ports/shop-lines.ts'
import type { openBulkOperations } from './bulk-operations.ts'
import type { ShopData } from './shop-data.ts'

interface Subscription {
  id: string
  topic: string
  uri: string
}

interface RootOptions {
  data: ShopData
  bulkOperations: ReturnType<typeof openBulkOperations>
  subscriptions: Subscription[]
  scopes: string[]
  domain: string
}

/** The fields of Shopify's `QueryRoot` and `Mutation` that the local shop knows. */
export function openRoot({ data, bulkOperations, subscriptions, scopes, domain }: RootOptions) {
  const find =
    (resource: ShopResource) =>
    ({ id }: { id: string }) =>
      data.find(resource, id) ?? null
  return {
    shop: { name: 'Northwind', myshopifyDomain: domain, currencyCode: 'EUR' },
    currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
    product: find('products'),
    collection: find('collections'),
    inventoryItem: find('inventory'),
    customer: find('customers'),
    order: find('orders'),
    bulkOperation: ({ id }: { id: string }) => bulkOperations.get(id),
    bulkOperations: () => bulkOperations.list(),
    bulkOperationRunQuery: ({ query }: { query: string }) => bulkOperations.start(query),
    bulkOperationCancel: ({ id }: { id: string }) => bulkOperations.cancel(id),
    webhookSubscriptions: () => subscriptions,
    webhookSubscriptionCreate(input: { topic: string; webhookSubscription: { uri: string } }) {
      const { topic, webhookSubscription } = input
      const { uri } = webhookSubscription
      if (subscriptions.some((one) => one.topic === topic && one.uri === uri)) {
        const message = 'Address for this topic has already been taken'
        return { webhookSubscription: null, userErrors: [{ field: ['webhookSubscription', 'callbackUrl'], message }] }
      }
      const created = { id: `gid://shopify/WebhookSubscription/${subscriptions.length + 1}`, topic, uri }
      subscriptions.push(created)
      return { webhookSubscription: created, userErrors: [] }
    },
    webhookSubscriptionUpdate({ id, webhookSubscription }: { id: string; webhookSubscription: { uri: string } }) {
      const subscription = subscriptions.find((one) => one.id === id)
      if (!subscription) return { webhookSubscription: null, userErrors: [{ field: ['id'], message: 'Not found' }] }
      subscription.uri = webhookSubscription.uri
      return { webhookSubscription: subscription, userErrors: [] }
    },
  }
}

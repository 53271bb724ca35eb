import type { ShopResource } from '../../ports/shop-lines.ts'

/** The queries were written and tested for this version of the Admin API. Shopify supports a version for a year. */
export const API_VERSION = '2026-07'

/**
 * What we read of each resource, once for exports and once for single objects. Limits of an export: five connections,
 * nested two deep, and no connection inside a list; so an export has no items of refunds and fulfillments.
 */
interface ResourceQuery {
  /** The connection to all objects, and the field of a single one. */
  all: string
  one: string
  fields: string
  /** What only the query of a single object can have. */
  objectFields?: string
  children: readonly ChildConnection[]
}

export interface ChildConnection {
  name: string
  fields: string
  /** For single objects: the price of a query grows with it, and 1,000 points are the limit. */
  pageSize: number
  /** Exports of what changed filter these children instead of their parents, whose time does not change with them. */
  filtersUpdates?: true
}

const MONEY = '{ shopMoney { amount currencyCode } }'
const TAX_LINES = `taxLines { title rate priceSet ${MONEY} }`
const ADDRESS = 'firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone'

export const RESOURCES: Record<ShopResource, ResourceQuery> = {
  products: {
    all: 'products',
    one: 'product',
    fields: `
      __typename id handle title descriptionHtml vendor productType status tags isGiftCard
      publishedAt createdAt updatedAt hasOnlyDefaultVariant variantsCount { count precision }
      seo { title description }
      category { id fullName }
      options { id name position optionValues { id name } }`,
    children: [
      {
        name: 'variants',
        pageSize: 50,
        fields: `
          __typename id title sku barcode position price compareAtPrice taxable taxCode
          inventoryPolicy inventoryQuantity updatedAt image { url }
          selectedOptions { name value }
          inventoryItem {
            id tracked requiresShipping
            unitCost { amount currencyCode }
            measurement { weight { unit value } }
          }`,
      },
      {
        name: 'media',
        pageSize: 50,
        fields: '__typename id alt ... on MediaImage { image { url width height } }',
      },
      { name: 'metafields', pageSize: 50, fields: '__typename id namespace key type value jsonValue' },
    ],
  },
  collections: {
    all: 'collections',
    one: 'collection',
    fields: `
      __typename id handle title descriptionHtml sortOrder updatedAt
      seo { title description }
      image { url altText width height }
      ruleSet { appliedDisjunctively rules { column relation condition } }`,
    children: [{ name: 'products', pageSize: 250, fields: '__typename id' }],
  },
  inventory: {
    all: 'inventoryItems',
    one: 'inventoryItem',
    fields: '__typename id sku tracked updatedAt',
    children: [
      { name: 'variants', pageSize: 10, fields: '__typename id' },
      {
        name: 'inventoryLevels',
        pageSize: 50,
        filtersUpdates: true,
        fields: `
          __typename id updatedAt
          location { id name }
          quantities(names: ["available", "committed", "on_hand", "reserved", "incoming"]) { name quantity }`,
      },
    ],
  },
  customers: {
    all: 'customers',
    one: 'customer',
    fields: `
      __typename id firstName lastName locale note tags verifiedEmail createdAt updatedAt
      defaultEmailAddress { emailAddress }
      defaultPhoneNumber { phoneNumber }
      emailMarketingConsent { marketingState consentUpdatedAt }
      smsMarketingConsent { marketingState consentUpdatedAt }
      defaultAddress { id }`,
    children: [{ name: 'addressesV2', pageSize: 50, fields: `__typename id ${ADDRESS}` }],
  },
  orders: {
    all: 'orders',
    one: 'order',
    fields: `
      __typename id name number email phone note tags test
      createdAt processedAt updatedAt cancelledAt
      currencyCode taxesIncluded displayFinancialStatus displayFulfillmentStatus
      totalPriceSet ${MONEY} totalShippingPriceSet ${MONEY} totalReceivedSet ${MONEY} totalRefundedSet ${MONEY}
      customer { id }
      shippingAddress { ${ADDRESS} }
      billingAddress { ${ADDRESS} }
      shippingLine { title originalPriceSet ${MONEY} discountedPriceSet ${MONEY} ${TAX_LINES} }
      refunds { id createdAt note totalRefundedSet ${MONEY} }
      fulfillments { id status createdAt deliveredAt trackingInfo { company number url } }
      transactions { id kind status gateway processedAt amountSet ${MONEY} }`,
    objectFields: 'fulfillments { fulfillmentLineItems(first: 100) { nodes { quantity lineItem { id } } } }',
    children: [
      {
        name: 'lineItems',
        pageSize: 50,
        fields: `
          __typename id title variantTitle sku quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
          originalUnitPriceSet ${MONEY}
          discountAllocations { allocatedAmountSet ${MONEY} }
          ${TAX_LINES}
          variant { id }`,
      },
    ],
  },
}

/** Bulk operations take a query without variables. */
export function exportQuery(resource: ShopResource, { updatedFrom }: { updatedFrom?: string }): string {
  const { all, fields, children } = RESOURCES[resource]
  // Through Date, so that only a time gets into the query.
  const filter = updatedFrom ? `(query: "updated_at:>='${new Date(updatedFrom).toISOString()}'")` : ''
  const filtersChildren = children.some(({ filtersUpdates }) => filtersUpdates)
  const nested = children.map(
    ({ name, fields, filtersUpdates }) => `${name}${filtersUpdates ? filter : ''} { edges { node { ${fields} } } }`,
  )
  return `{ ${all}${filtersChildren ? '' : filter} { edges { node { ${fields} ${nested.join('\n')} } } } }`
}

const pageOf = ({ name, fields, pageSize }: ChildConnection, after: string) =>
  `${name}(first: ${pageSize}${after}) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }`

/** An object with the first page of its children. */
export function objectQuery(resource: ShopResource): string {
  const { one, fields, objectFields = '', children } = RESOURCES[resource]
  const pages = children.map((child) => pageOf(child, ''))
  return `query Read($id: ID!) { object: ${one}(id: $id) { ${fields} ${objectFields} ${pages.join('\n')} } }`
}

/** A further page of children. */
export const childrenQuery = (resource: ShopResource, child: ChildConnection): string =>
  `query ReadMore($id: ID!, $after: String!) { object: ${RESOURCES[resource].one}(id: $id) { id ${pageOf(child, ', after: $after')} } }`

export const SHOP = `query Shop {
  shop { name myshopifyDomain currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

export const START_EXPORT = `mutation StartExport($query: String!) {
  bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { field message code } }
}`

export const RECENT_EXPORTS = `query RecentExports {
  bulkOperations(first: 20, sortKey: CREATED_AT, reverse: true) { nodes { id query } }
}`

export const GET_EXPORT = `query GetExport($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount fileSize url partialDataUrl }
}`

export const CANCEL_EXPORT = `mutation CancelExport($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`

export const SUBSCRIPTIONS = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) { nodes { id topic uri } pageInfo { hasNextPage endCursor } }
}`

export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id } userErrors { field message }
  }
}`

export const CHANGE_SUBSCRIPTION = `mutation ChangeSubscription($id: ID!, $uri: String!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: { uri: $uri }) {
    webhookSubscription { id } userErrors { field message }
  }
}`

/** Without those of compliance (`customers/redact` and others), which are set in the app and need no subscription. */
export const TOPICS = [
  'APP_UNINSTALLED',
  'BULK_OPERATIONS_FINISH',
  'COLLECTIONS_CREATE',
  'COLLECTIONS_DELETE',
  'COLLECTIONS_UPDATE',
  'CUSTOMERS_CREATE',
  'CUSTOMERS_DELETE',
  'CUSTOMERS_UPDATE',
  'INVENTORY_LEVELS_CONNECT',
  'INVENTORY_LEVELS_DISCONNECT',
  'INVENTORY_LEVELS_UPDATE',
  'ORDERS_CREATE',
  'ORDERS_DELETE',
  'ORDERS_UPDATED',
  'PRODUCTS_CREATE',
  'PRODUCTS_DELETE',
  'PRODUCTS_UPDATE',
] as const

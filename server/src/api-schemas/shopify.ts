import * as shopify from '../modules/shopify/schemas.ts'

/** The sync of a shop on another platform. */
export const shopifySchemas = {
  ShopifyConnection: shopify.ShopifyConnection,
  ShopifyConnectionInput: shopify.ShopifyConnectionInput,
  ShopifySync: shopify.ShopifySync,
  NewShopifySync: shopify.NewShopifySync,
  ShopifySyncChange: shopify.ShopifySyncChange,
  ShopifySyncCounts: shopify.SyncCounts,
  ShopifySyncMode: shopify.ShopifySync.properties.mode,
  ShopifyResource: shopify.Resource,
  ShopifySyncStage: shopify.ShopifySyncChange.properties.resource,
  ShopifySyncOutcome: shopify.ShopifySyncChange.properties.outcome,
  FieldChange: shopify.FieldChange,
}

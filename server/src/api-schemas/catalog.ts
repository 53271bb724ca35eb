import { MaxQuantityPerOrder } from '../kit/schema.ts'
import * as bulk from '../modules/catalog/bulk-schemas.ts'
import * as imports from '../modules/catalog/csv/schemas.ts'
import * as catalog from '../modules/catalog/schemas.ts'
import * as variants from '../modules/catalog/variant-schemas.ts'
import * as collectionRules from '../modules/collections/memberships/schemas.ts'
import * as collections from '../modules/collections/schemas.ts'
import * as files from '../modules/files/upload-schemas.ts'
import * as inventory from '../modules/inventory/schemas.ts'
import * as publicCollections from '../modules/listings/collection-schemas.ts'
import * as listings from '../modules/listings/schemas.ts'
import * as reviews from '../modules/reviews/schemas.ts'
import * as taxes from '../modules/taxes/schemas.ts'

/** Products, stock, collections and what storefronts list. */
export const catalogSchemas = {
  Product: catalog.Product,
  NewProduct: catalog.NewProduct,
  ProductChanges: catalog.ProductChanges,
  ProductBatch: bulk.BulkUpsert,
  ProductBatchResult: bulk.BulkResponse,
  ProductHandle: catalog.NewProduct.properties.handle,
  MaxQuantityPerOrder,
  TaxClass: taxes.TaxClass,
  TrackStock: inventory.TrackStock,
  GiftCardFlag: catalog.Product.properties.giftCard,
  ProductStatus: catalog.Product.properties.status,
  ProductOption: catalog.Product.properties.options.items,
  Seo: catalog.Product.properties.seo,
  NewSeo: catalog.NewProduct.properties.seo,
  Image: catalog.Product.properties.images.items,
  NewImage: catalog.NewProduct.properties.images.items,
  Variant: catalog.Variant,
  NewVariant: variants.NewVariant,
  VariantChanges: variants.VariantChanges,
  VariantOptions: catalog.VariantInput.properties.options,
  NewVariantPrices: catalog.VariantInput.properties.prices,
  InitialStock: catalog.VariantInput.properties.stock,
  VariantPrice: catalog.Variant.properties.prices.items,
  NewVariantPrice: catalog.VariantInput.properties.prices.items,
  NewProductVariant: catalog.VariantInput,
  ProductVariantChanges: catalog.ProductChanges.properties.variants.items,
  InventoryPolicy: inventory.InventoryPolicy,
  UploadedImage: files.UploadedImage,
  Import: imports.Import,
  ImportSummary: imports.ImportSummary,
  ImportErrorMode: imports.Import.properties.onError,
  ImportRows: imports.Import.properties.rows,
  ImportCounts: imports.Import.properties.counts,
  ImportStatus: imports.Import.properties.status,

  InventoryLevel: inventory.Level,
  AdjustmentReason: inventory.Adjustment.properties.reason,
  MovementReason: inventory.Movement.properties.reason,
  InventoryAdjustment: inventory.Adjustment,
  NewInventoryAdjustment: inventory.NewAdjustment,
  SafetyStock: inventory.Level.properties.safetyStock,
  LowStockThreshold: inventory.Level.properties.lowStockThreshold,
  InventoryMovement: inventory.Movement,
  InventoryAudit: inventory.StockAudit,
  Location: inventory.Location,
  NewLocation: inventory.NewLocation,
  LocationChanges: inventory.LocationChanges,

  Collection: collections.Collection,
  NewCollection: collections.NewCollection,
  CollectionChanges: collections.CollectionChanges,
  CollectionHandle: collections.NewCollection.properties.handle,
  CollectionSort: collections.Collection.properties.sort,
  CollectionStatus: collections.Collection.properties.status,
  CollectionKind: collections.Collection.properties.kind,
  CollectionMatch: collections.Collection.properties.match,
  CollectionRule: collectionRules.Rule,
  CollectionProduct: collections.CollectionProduct,
  CollectionPreview: collections.CollectionPreview,
  CollectionPreviewRequest: collections.PreviewRequest,
  CollectionProductIds: collections.SetCollectionProducts,
  NewCollectionProducts: collections.AddCollectionProducts,

  PublicProduct: listings.PublicProduct,
  PublicProductOption: listings.PublicProduct.properties.options.items,
  PublicVariant: listings.PublicProduct.properties.variants.items,
  ListedProduct: listings.ListedProduct,
  ListedProductList: listings.ProductList,
  Facets: listings.Facets,
  FacetValue: listings.Facets.properties.vendors.items,
  PriceRange: listings.Facets.properties.price.anyOf[0],
  PublicCollection: publicCollections.PublicCollection,
  ProductRating: catalog.Product.properties.rating.anyOf[0],

  Review: reviews.Review,
  NewReview: reviews.NewReview,
  ReviewRating: reviews.ReviewRating,
  ReviewSource: reviews.ReviewSource,
  ReviewStatus: reviews.ReviewStatus,
  ReviewSettings: reviews.ReviewSettings,
  ReviewSettingsInput: reviews.ReviewSettingsInput,
}

/** The objects of an export, one per line of its file, with the names and shapes of Shopify's Admin API. */

export const SHOP_RESOURCES = ['products', 'collections', 'inventory', 'customers', 'orders'] as const
export type ShopResource = (typeof SHOP_RESOURCES)[number]

interface Root {
  /** `gid://shopify/Product/1`. */
  id: string
  __parentId?: undefined
}

/** A child names the object that it belongs to. */
interface Child {
  id: string
  __parentId: string
}

/** A decimal number as text, such as `19.99`, in the shop's currency. */
type Decimal = string
type IsoTime = string

export interface ShopMoney {
  shopMoney: { amount: Decimal; currencyCode: string }
}

interface Seo {
  title: string | null
  description: string | null
}

export interface ShopImage {
  url: string
  altText: string | null
  width: number | null
  height: number | null
}

export interface ProductLine extends Root {
  __typename: 'Product'
  handle: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  tags: string[]
  isGiftCard: boolean
  /** Null when it is not in the online store. */
  publishedAt: IsoTime | null
  createdAt: IsoTime
  updatedAt: IsoTime
  seo: Seo
  category: { id: string; fullName: string } | null
  /** A product without options has one named `Title` with the value `Default Title`. */
  hasOnlyDefaultVariant: boolean
  /** How many variants must follow. Shopify counts exactly up to 10,000. */
  variantsCount?: { count: number; precision: 'EXACT' | 'AT_LEAST' } | null
  options: { id: string; name: string; position: number; optionValues: { id: string; name: string }[] }[]
}

export interface VariantLine extends Child {
  __typename: 'ProductVariant'
  title: string
  sku: string | null
  barcode: string | null
  position: number
  price: Decimal
  compareAtPrice: Decimal | null
  taxable: boolean
  taxCode: string | null
  inventoryPolicy: 'DENY' | 'CONTINUE'
  inventoryQuantity: number | null
  selectedOptions: { name: string; value: string }[]
  updatedAt: IsoTime
  /** One of the product's images. Deprecated for the connection `media`, which an export can't have this deep. */
  image: { url: string } | null
  inventoryItem: {
    id: string
    tracked: boolean
    requiresShipping: boolean
    unitCost: { amount: Decimal; currencyCode: string } | null
    measurement: { weight: { unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS'; value: number } | null }
  }
}

/** In the order of the product's gallery. `image` is null until Shopify has processed the file. */
export interface MediaLine extends Child {
  __typename: 'MediaImage'
  alt: string | null
  image: Omit<ShopImage, 'altText'> | null
}

/** We have no use for these, but they are in the export. */
export interface OtherMediaLine extends Child {
  __typename: 'Video' | 'ExternalVideo' | 'Model3d'
  alt: string | null
}

export interface MetafieldLine extends Child {
  __typename: 'Metafield'
  namespace: string
  key: string
  /** Such as `single_line_text_field`, `number_integer`, `boolean`, `json` or `list.color`. */
  type: string
  value: string
  /** Every type but text: `value` parsed. */
  jsonValue: unknown
}

export interface CollectionLine extends Root {
  __typename: 'Collection'
  handle: string
  title: string
  descriptionHtml: string
  sortOrder:
    | 'ALPHA_ASC'
    | 'ALPHA_DESC'
    | 'BEST_SELLING'
    | 'MOST_RELEVANT'
    | 'CREATED'
    | 'CREATED_DESC'
    | 'MANUAL'
    | 'PRICE_ASC'
    | 'PRICE_DESC'
  updatedAt: IsoTime
  seo: Seo
  image: ShopImage | null
  /** Null for a collection whose products were added by hand. */
  ruleSet: {
    appliedDisjunctively: boolean
    rules: { column: string; relation: string; condition: string }[]
  } | null
}

/** A product in a collection, in the collection's order. */
export interface CollectionProductLine extends Child {
  __typename: 'Product'
}

export interface InventoryItemLine extends Root {
  __typename: 'InventoryItem'
  sku: string | null
  tracked: boolean
  updatedAt: IsoTime
}

/** The variant whose stock it is. */
export interface InventoryVariantLine extends Child {
  __typename: 'ProductVariant'
}

export interface InventoryLevelLine extends Child {
  __typename: 'InventoryLevel'
  updatedAt: IsoTime
  location: { id: string; name: string }
  /** `available` = `on_hand` − `committed` − `reserved` and others. */
  quantities: { name: 'available' | 'committed' | 'on_hand' | 'reserved' | 'incoming'; quantity: number }[]
}

export interface ShopAddressFields {
  firstName: string | null
  lastName: string | null
  company: string | null
  address1: string | null
  address2: string | null
  city: string | null
  provinceCode: string | null
  zip: string | null
  countryCodeV2: string | null
  phone: string | null
}

/** `INVALID`, `NOT_SUBSCRIBED` and `REDACTED` are no decision of the customer. */
type MarketingState = 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'PENDING' | 'NOT_SUBSCRIBED' | 'REDACTED' | 'INVALID'

export interface CustomerLine extends Root {
  __typename: 'Customer'
  firstName: string | null
  lastName: string | null
  locale: string
  note: string | null
  tags: string[]
  verifiedEmail: boolean
  createdAt: IsoTime
  updatedAt: IsoTime
  defaultEmailAddress: { emailAddress: string } | null
  /** In international format (E.164). */
  defaultPhoneNumber: { phoneNumber: string } | null
  emailMarketingConsent: { marketingState: MarketingState; consentUpdatedAt: IsoTime | null } | null
  smsMarketingConsent: { marketingState: MarketingState; consentUpdatedAt: IsoTime | null } | null
  defaultAddress: { id: string } | null
}

export interface CustomerAddressLine extends Child, ShopAddressFields {
  __typename: 'MailingAddress'
}

export interface ShopTaxLine {
  title: string
  rate: number | null
  priceSet: ShopMoney
}

export interface OrderLine extends Root {
  __typename: 'Order'
  /** `#1001`, with the prefix and suffix of the shop. */
  name: string
  number: number
  email: string | null
  phone: string | null
  note: string | null
  tags: string[]
  test: boolean
  createdAt: IsoTime
  /** When it was placed: differs from `createdAt` for orders that were imported into Shopify. */
  processedAt: IsoTime
  updatedAt: IsoTime
  cancelledAt: IsoTime | null
  currencyCode: string
  taxesIncluded: boolean
  displayFinancialStatus:
    | 'PENDING'
    | 'AUTHORIZED'
    | 'PARTIALLY_PAID'
    | 'PARTIALLY_REFUNDED'
    | 'VOIDED'
    | 'PAID'
    | 'REFUNDED'
    | 'EXPIRED'
    | null
  /** Such as `UNFULFILLED`, `PARTIALLY_FULFILLED`, `FULFILLED` or `ON_HOLD`. */
  displayFulfillmentStatus: string
  /** As placed, before edits and refunds. */
  totalPriceSet: ShopMoney
  totalShippingPriceSet: ShopMoney
  totalReceivedSet: ShopMoney
  totalRefundedSet: ShopMoney
  /** Null without `read_customers`, and for an order without a customer. */
  customer: { id: string } | null
  shippingAddress: ShopAddressFields | null
  billingAddress: ShopAddressFields | null
  shippingLine: {
    title: string
    originalPriceSet: ShopMoney
    discountedPriceSet: ShopMoney
    taxLines: ShopTaxLine[]
  } | null
  /** Only the totals: an export can't list the items of a refund. The units refunded are in the line items. */
  refunds: { id: string; createdAt: IsoTime | null; note: string | null; totalRefundedSet: ShopMoney }[]
  fulfillments: {
    id: string
    status: 'SUCCESS' | 'CANCELLED' | 'ERROR' | 'FAILURE' | 'PENDING' | 'OPEN'
    createdAt: IsoTime
    deliveredAt: IsoTime | null
    trackingInfo: { company: string | null; number: string | null; url: string | null }[]
    /** Only of a single object: an export can't list them. */
    fulfillmentLineItems?: { nodes: { quantity: number | null; lineItem: { id: string } }[] }
  }[]
  transactions: {
    id: string
    kind: 'AUTHORIZATION' | 'CAPTURE' | 'CHANGE' | 'EMV_AUTHORIZATION' | 'REFUND' | 'SALE' | 'SUGGESTED_REFUND' | 'VOID'
    status: 'SUCCESS' | 'PENDING' | 'FAILURE' | 'ERROR' | 'AWAITING_RESPONSE' | 'UNKNOWN'
    gateway: string | null
    processedAt: IsoTime | null
    amountSet: ShopMoney
  }[]
}

export interface LineItemLine extends Child {
  __typename: 'LineItem'
  title: string
  variantTitle: string | null
  sku: string | null
  quantity: number
  /** After edits and refunds. */
  currentQuantity: number
  unfulfilledQuantity: number
  requiresShipping: boolean
  isGiftCard: boolean
  originalUnitPriceSet: ShopMoney
  /** Of the whole quantity: the share of all discounts of the order. */
  discountAllocations: { allocatedAmountSet: ShopMoney }[]
  taxLines: ShopTaxLine[]
  /** Null when it was deleted, or is not from the catalog. */
  variant: { id: string } | null
}

export interface ShopLines {
  products: ProductLine | VariantLine | MediaLine | OtherMediaLine | MetafieldLine
  collections: CollectionLine | CollectionProductLine
  inventory: InventoryItemLine | InventoryVariantLine | InventoryLevelLine
  customers: CustomerLine | CustomerAddressLine
  orders: OrderLine | LineItemLine
}

export type ShopLine<R extends ShopResource = ShopResource> = ShopLines[R]

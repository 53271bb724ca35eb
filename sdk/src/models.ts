import type { components } from './generated/api.ts'

/** The API's nouns, under the names that they have in its document. */

type Schemas = components['schemas']

export type Address = Schemas['Address']
export type Cart = Schemas['Cart']
export type CartItem = Schemas['CartItem']
export type Checkout = Schemas['Checkout']
/** A collection with everything that staff can edit. */
export type Collection = Schemas['Collection']
export type Event = Schemas['Event']
export type Fulfillment = Schemas['Fulfillment']
export type GiftCard = Schemas['GiftCard']
export type Image = Schemas['Image']
export type InventoryLevel = Schemas['InventoryLevel']
/** A product in lists and search results. */
export type ListedProduct = Schemas['ListedProduct']
export type Location = Schemas['Location']
export type Money = Schemas['Money']
export type Order = Schemas['Order']
export type OrderItem = Schemas['OrderItem']
/** A product with everything that staff can edit. */
export type Product = Schemas['Product']
export type Promotion = Schemas['Promotion']
/** A collection as shoppers see it. */
export type PublicCollection = Schemas['PublicCollection']
/** A product as shoppers see it. */
export type PublicProduct = Schemas['PublicProduct']
/** A variant as shoppers see it. */
export type PublicVariant = Schemas['PublicVariant']
export type Refund = Schemas['Refund']
export type Return = Schemas['Return']
/** A shipping price for a cart, guaranteed until it expires. */
export type ShippingQuote = Schemas['ShippingQuote']
/** A way to ship with its price, as staff edit it. */
export type ShippingRate = Schemas['ShippingRate']
export type Theme = Schemas['Theme']
export type Totals = Schemas['Totals']
/** A variant with everything that staff can edit. */
export type Variant = Schemas['Variant']
export type Workspace = Schemas['Workspace']

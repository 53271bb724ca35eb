import type { OperationResponse } from './operations.ts'

/** The API's nouns, as its responses contain them. */

type ItemOf<List extends { data: unknown[] }> = List['data'][number]

export type Address = NonNullable<Cart['shippingAddress']>
export type Cart = OperationResponse<'carts.get'>
export type CartItem = Cart['items'][number]
/** A product with everything that staff can edit. */
export type CatalogProduct = OperationResponse<'catalog.products.get'>
export type Checkout = OperationResponse<'checkout.retrieve'>
export type Collection = OperationResponse<'collections.get'>
/** The customer of a cart, as set by your server. */
export type Customer = NonNullable<Cart['customer']>
export type Event = OperationResponse<'events.get'>
export type Fulfillment = OperationResponse<'orders.fulfillments.create'>
export type GiftCard = OperationResponse<'giftCards.get'>
export type Money = Cart['totals']['total']
export type Order = OperationResponse<'orders.get'>
export type OrderItem = Order['items'][number]
/** A product as shoppers see it. */
export type Product = OperationResponse<'products.get'>
export type ProductSummary = ItemOf<OperationResponse<'products.list'>>
export type Promotion = OperationResponse<'promotions.get'>
export type Refund = ItemOf<OperationResponse<'orders.refunds.list'>>
export type Return = ItemOf<OperationResponse<'orders.returns.list'>>
export type ShippingRate = ItemOf<OperationResponse<'shipping.rates.list'>>
export type Totals = Cart['totals']
export type Variant = Product['variants'][number]
export type Workspace = OperationResponse<'workspace.get'>

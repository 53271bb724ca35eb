import * as discounts from '../modules/carts/discounts/schemas.ts'
import * as cartRequests from '../modules/carts/request-schemas.ts'
import * as carts from '../modules/carts/schemas.ts'
import * as checkout from '../modules/checkout/schemas.ts'
import * as customers from '../modules/customers/schemas.ts'
import * as fulfillments from '../modules/orders/fulfillments/schemas.ts'
import * as orderPayments from '../modules/orders/payments/schemas.ts'
import * as refunds from '../modules/orders/refunds/schemas.ts'
import * as orderRequests from '../modules/orders/request-schemas.ts'
import * as returns from '../modules/orders/returns/schemas.ts'
import * as orders from '../modules/orders/schemas.ts'
import * as payments from '../modules/payments/connection-schemas.ts'
import { PaymentMethodDetails } from '../ports/payment-provider.ts'

/** Carts, checkouts, orders, refunds and returns. */
export const orderSchemas = {
  Address: customers.Address,
  Cart: carts.Cart,
  CartItem: carts.Cart.properties.items.items,
  CartWarning: carts.Warning,
  Tax: carts.Tax,
  Totals: carts.Totals,
  NewCart: cartRequests.NewCart,
  CartChanges: carts.CartChanges,
  CartCustomer: cartRequests.NewCart.properties.customer.anyOf[0],
  CartPoints: cartRequests.NewCart.properties.points.anyOf[0],
  CartShipping: cartRequests.NewCart.properties.shipping.anyOf[0],
  CartItemProperties: carts.ItemInput.properties.properties,
  NewCartItem: carts.ItemInput,
  NewCartItems: cartRequests.NewItems,
  CartItemChanges: cartRequests.ItemChanges,
  NewCartCodes: cartRequests.NewCodes,
  AppliedPromotion: carts.AppliedPromotion,
  RejectedPromotion: carts.RejectedPromotion,
  PriceTraceStep: carts.TraceStep,
  ShippingType: carts.ShippingOption.properties.type,
  ShippingOption: carts.ShippingOption,
  DiscountValidation: discounts.DiscountValidation,
  DiscountValidationResult: discounts.DiscountValidationResult,

  Checkout: checkout.Checkout,
  CardCheckout: checkout.CardCheckout,
  IntentCheckout: checkout.IntentCheckout,
  CheckoutConfirmation: checkout.ConfirmCheckout,
  PaymentConnection: payments.Connection,
  PaymentConnectionSettings: payments.ConnectionInput,
  Acquirer: payments.Acquirer,

  Order: orders.Order,
  NewOrder: orderRequests.NewOrder,
  OrderChanges: orderRequests.OrderChanges,
  OrderItem: orders.Order.properties.items.items,
  OrderItemQuantity: orderRequests.ItemQuantity,
  OrderPayment: orderPayments.OrderPayment,
  OrderPaymentDetails: orderPayments.OrderPayment.properties.details,
  PaymentMethodDetails,
  PaymentStatus: orderPayments.OrderPayment.properties.status,
  OrderStatus: orders.Order.properties.status,
  OrderPaymentStatus: orders.Order.properties.paymentStatus,
  OrderFulfillmentStatus: orders.Order.properties.fulfillmentStatus,
  OrderReturnStatus: orders.Order.properties.returnStatus,
  OrderSource: orders.Order.properties.source,
  DraftOrderItem: orderRequests.DraftItems.items,
  CaptureMethod: checkout.CardCheckout.properties.captureMethod,
  PaymentKind: orderPayments.OrderPayment.properties.kind,
  OrderShipping: orderRequests.ShippingInput,
  PaymentChoice: orderRequests.DraftCompletion.properties.payment,
  DraftCompletion: orderRequests.DraftCompletion,
  NewExternalPayment: orderPayments.NewExternalPayment,
  NewCapture: orderPayments.NewCapture,
  CancelReason: orderRequests.NewCancellation.properties.reason,
  NewCancellation: orderRequests.NewCancellation,
  Refund: refunds.Refund,
  NewRefund: refunds.NewRefund,
  RefundPreview: refunds.RefundPreview,
  RefundTender: refunds.Refund.properties.tenders.items,
  PlannedRefundTender: refunds.RefundPreview.properties.tenders.items,
  RefundMethod: refunds.Refund.properties.tenders.items.properties.method,
  RefundItem: refunds.Refund.properties.items.items,
  RefundStatus: refunds.Refund.properties.status,
  Tracking: fulfillments.NewFulfillment.properties.tracking.anyOf[0],
  Fulfillment: fulfillments.Fulfillment,
  FulfillmentStatus: fulfillments.Fulfillment.properties.status,
  NewFulfillment: fulfillments.NewFulfillment,
  FulfillmentChanges: fulfillments.FulfillmentChanges,
  Return: returns.Return,
  ReturnStatus: returns.Return.properties.status,
  NewReturn: returns.NewReturn,
  NewReturnItem: returns.NewReturnItems.items,
  ReturnReceipt: returns.ReturnReceipt,
  ReturnRejection: returns.ReturnRejection,
  Exchange: returns.Exchange,
  NewExchange: returns.NewExchange,
  ExchangePreview: returns.ExchangePreview,
}

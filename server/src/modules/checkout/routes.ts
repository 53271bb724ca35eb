import { idempotencyKeyOf } from '../../http/idempotency/idempotency-key.ts'
import { IfMatch } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import {
  type CardCheckoutParams,
  cancelCheckout,
  confirmCheckout,
  getCheckout,
  getClientSecret,
  openIntent,
  payByCard,
} from './checkout.ts'
import { toCheckout } from './checkout-response.ts'
import { CardCheckout, Checkout, CheckoutPath, ConfirmCheckout, IntentCheckout } from './schemas.ts'

const tags = ['Checkout']
const config = { access: 'storefront', limit: 'default', idempotency: 'claim' } as const satisfies RouteConfig

/** Anyone who knows a checkout's id can complete it. The id is its only protection, so it must be unguessable. */
export const checkoutRoutes: Routes = async (app) => {
  app.post(
    '/checkout/card',
    {
      config,
      schema: {
        operationId: 'checkout.pay',
        tags,
        summary: 'Check out a cart',
        description:
          'Does everything in one request: prices the cart, reserves stock and promotions, charges the card and creates the order. If the card is declined, returns 422 `payment_declined` and leaves the cart unchanged. If the bank requires authentication, the response has the status `requires_action` and a page to send the buyer to. While waiting for the bank, a visitor can reserve only a limited number of units (422 `reservation_limit_exceeded`). Nobody pays a total they have not seen: the checkout must match `expectedTotal`, or else the totals of the last response for this cart. Any difference, up or down, returns 409 `cart_changed` and changes nothing. Get the cart again to accept its current total. Send `If-Match` with the version the buyer saw.',
        headers: IfMatch,
        body: CardCheckout,
        response: { 201: Checkout },
      },
    },
    async (request, reply) => {
      const { ctx, body, headers } = request
      const {
        cartId,
        paymentMethod,
        returnUrl = null,
        captureMethod = 'automatic',
        expectedTotal,
        ...buyerDetails
      } = body
      const expectations = { expectedTotal, ifMatch: headers['if-match'] }
      const order: CardCheckoutParams = {
        cartId,
        buyerDetails,
        ...expectations,
        paymentMethod,
        returnUrl,
        captureMethod,
        ip: request.ip,
        requestKey: idempotencyKeyOf(request),
      }
      const checkout = await payByCard(ctx, order)
      reply.code(201)
      return toCheckout(checkout, null)
    },
  )

  app.post(
    '/checkout/intent',
    {
      config,
      schema: {
        operationId: 'checkout.start',
        tags,
        summary: 'Create a checkout intent',
        description:
          'Creates a checkout that the buyer pays in the browser. Reserves stock, promotions and gift cards for a few minutes (the workspace’s `reservationMinutes`, 5 by default) and opens a payment. A payment attempt extends the reservation by 15 minutes. One visitor can reserve only a limited number of units before paying (422 `reservation_limit_exceeded`). Pass `payment.clientSecret` to your provider’s script, or confirm the checkout here. An earlier checkout of the same cart ends; of several created at the same time, one remains. If the total differs from the cart’s last response, or from `expectedTotal`, returns 409 `cart_changed`. Details in this request, such as an address, may change the total, because this response shows it before anyone pays.',
        headers: IfMatch,
        body: IntentCheckout,
        response: { 201: Checkout },
      },
    },
    async (request, reply) => {
      const { ctx, body, headers } = request
      const { cartId, captureMethod = 'automatic', expectedTotal, ...buyerDetails } = body
      const expectations = { expectedTotal, ifMatch: headers['if-match'] }
      const checkout = await openIntent(ctx, {
        cartId,
        buyerDetails,
        ...expectations,
        captureMethod,
        ip: request.ip,
        requestKey: idempotencyKeyOf(request),
      })
      const secret = await getClientSecret(ctx, checkout)
      reply.code(201)
      return toCheckout(checkout, secret)
    },
  )

  app.post(
    '/checkout/:id/confirm',
    {
      config,
      schema: {
        operationId: 'checkout.confirm',
        tags,
        summary: 'Confirm a checkout',
        description:
          'Charges `paymentMethod`. Without it, checks with the provider what the buyer did in the browser. The order is created once, however often you call this and whether or not the provider’s webhook arrives first. The amount is the one in the response to the intent; a different `expectedTotal` returns 409 `cart_changed`. If the cart changed after the checkout was created, the checkout is canceled and returns 409 `cart_changed` before anyone is charged.',
        params: CheckoutPath,
        body: ConfirmCheckout,
        response: { 200: Checkout },
      },
    },
    async ({ ctx, params, body }) => toCheckout(await confirmCheckout(ctx, params.id, body), null),
  )

  app.post(
    '/checkout/:id/cancel',
    {
      config,
      schema: {
        operationId: 'checkout.cancel',
        tags,
        summary: 'Cancel a checkout',
        description: 'Releases everything it reserved immediately. The cart can be changed and checked out again.',
        params: CheckoutPath,
        response: { 200: Checkout },
      },
    },
    async ({ ctx, params }) => toCheckout(await cancelCheckout(ctx, params.id), null),
  )

  app.post(
    '/checkout/:id/retrieve',
    {
      config: { ...config, idempotency: 'none' },
      schema: {
        operationId: 'checkout.retrieve',
        tags,
        summary: 'Get a checkout',
        description: 'Uses POST, because storefronts may only POST here.',
        params: CheckoutPath,
        response: { 200: Checkout },
      },
    },
    async ({ ctx, params }) => {
      const checkout = await getCheckout(ctx, params.id)
      return toCheckout(checkout, await getClientSecret(ctx, checkout))
    },
  )
}

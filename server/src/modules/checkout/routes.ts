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
const config = { access: 'storefront', limit: 'default', idempotency: 'stepwise' } as const satisfies RouteConfig

/** Anyone who knows a checkout's id can complete it. The id is its only protection, so it must be unguessable. */
export const checkoutRoutes: Routes = async (app) => {
  app.post(
    '/checkout/card',
    {
      config,
      schema: {
        operationId: 'checkout.card',
        tags,
        summary: 'Buy a cart',
        description:
          'Everything in one request: the cart is priced, stock and promotions are held, the card is charged, the order is made. A card that is declined (422 `payment_declined`) leaves the cart as it was. Where the bank asks the buyer first, the answer has the status `requires_action` and a page to send them to; a visitor can wait for the bank with only so many units (422 `reservation_limit_exceeded`). Nobody pays an amount they were not shown: the checkout must match `expectedTotal`, or else the totals of the last response for this cart; any difference, up or down, is 409 `cart_changed` and changes nothing. Get the cart again to accept what it costs now. With `If-Match`, 412 if the cart has a newer version than the buyer was shown.',
        headers: IfMatch,
        body: CardCheckout,
        response: { 201: Checkout },
      },
    },
    async (request, reply) => {
      const { ctx, body, headers } = request
      const { cartId, paymentMethod, returnUrl = null, capture = 'now', expectedTotal, ...buyerDetails } = body
      const expectations = { expectedTotal, ifMatch: headers['if-match'] }
      const order: CardCheckoutParams = {
        cartId,
        buyerDetails,
        ...expectations,
        paymentMethod,
        returnUrl,
        capture,
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
        operationId: 'checkout.intent',
        tags,
        summary: 'Begin a checkout that is paid in the browser',
        description:
          'Reserves stock, promotions and gift cards for a few minutes (the workspace’s `reservationMinutes`, 5 unless set) and opens a payment; once a payment is attempted, for 15 minutes more. One visitor can reserve only so much before paying: 422 `reservation_limit_exceeded`. Give `payment.clientSecret` to your provider’s script, or confirm it here. A checkout of the same cart that was begun before ends; of several that are begun at the same moment one is left. If the cart costs anything else than its last response showed, or than `expectedTotal`, the answer is 409 `cart_changed`; what this request itself adds, such as an address, may change the total, since this response shows it before anybody pays.',
        headers: IfMatch,
        body: IntentCheckout,
        response: { 201: Checkout },
      },
    },
    async (request, reply) => {
      const { ctx, body, headers } = request
      const { cartId, capture = 'now', expectedTotal, ...buyerDetails } = body
      const expectations = { expectedTotal, ifMatch: headers['if-match'] }
      const checkout = await openIntent(ctx, {
        cartId,
        buyerDetails,
        ...expectations,
        capture,
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
        summary: 'Finish a checkout',
        description:
          'With `paymentMethod` it is charged. Without one the provider is asked what the buyer has done in their browser. The order is made once, however often this is called and whether or not the provider’s own message comes first. The amount is the one that the response to the intent showed; with `expectedTotal`, anything else is 409 `cart_changed`. If the cart was changed since the checkout was begun, it is given up with 409 `cart_changed` before anybody is charged.',
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
        summary: 'Leave a checkout',
        description: 'What it held is there for others at once, and the cart can be changed and bought again.',
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
        summary: 'Look at a checkout',
        description: 'With POST, because storefronts may only POST here.',
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

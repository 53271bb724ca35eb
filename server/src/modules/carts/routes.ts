import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { changeCart, createCart, getCart, readCart } from './carts.ts'
import { addItems, removeItem, setItem } from './change-items.ts'
import { addPromotions, removePromotions } from './discounts/change-codes.ts'
import {
  CartPath,
  CartQuery,
  CartUpdate,
  CodeQuery,
  ItemChanges,
  ItemPath,
  NewCart,
  NewCodes,
  NewItems,
} from './request-schemas.ts'
import { Cart } from './schemas.ts'

const tags = ['Carts']
const config = { access: 'storefront', limit: 'default' } as const satisfies RouteConfig
const retryable = { ...config, idempotency: 'single-write' } as const satisfies RouteConfig
const response = { 200: Cart }

/** Anyone who knows the id of a guest's cart can change it. The id is its only protection, so it must be unguessable. */
export const cartRoutes: Routes = async (app) => {
  app.post(
    '/carts',
    {
      config: retryable,
      schema: {
        operationId: 'carts.create',
        tags,
        summary: 'Create a cart',
        description:
          'Creates an empty cart, or one with items. Anyone who knows its `id` can change it. The `id` can’t be guessed: keep it in the buyer’s browser. With a customer token, the cart belongs to the customer: without their token or a key it returns 404. Every read returns current prices; `warnings` lists what changed.',
        body: NewCart,
        response: { 201: Cart },
      },
    },
    async ({ ctx, body }, reply) => {
      const cart = await createCart(ctx, body)
      reply.code(201).header('etag', toEtag(cart.version))
      return cart
    },
  )

  app.get(
    '/carts/:id',
    {
      config,
      schema: {
        operationId: 'carts.get',
        tags,
        summary: 'Get a cart',
        description:
          'Returns the cart at current prices. The next checkout must match these totals. If they differ from the last response, the cart has a new `version`. With an API key, `explain=true` also returns how they were calculated.',
        params: CartPath,
        querystring: CartQuery,
        response,
      },
    },
    // This route also serves HEAD, which shows the buyer nothing.
    async ({ ctx, params, query, method }, reply) =>
      withVersionTag(
        reply,
        method === 'HEAD' ? await readCart(ctx, params.id) : await getCart(ctx, params.id, query.explain),
      ),
  )

  app.patch(
    '/carts/:id',
    {
      config,
      schema: {
        operationId: 'carts.update',
        tags,
        summary: 'Update a cart',
        description:
          'Changes email, addresses, shipping, note and attributes. With an API key, also `customer`; with a key or a customer token, also the `points` and `storeCredit` to pay with. Fields you omit keep their value; null clears them.',
        params: CartPath,
        headers: IfMatch,
        body: CartUpdate,
        response,
      },
    },
    async ({ ctx, params, body, headers }, reply) =>
      withVersionTag(reply, await changeCart(ctx, params.id, body, headers['if-match'])),
  )

  app.post(
    '/carts/:id/items',
    {
      config: retryable,
      schema: {
        operationId: 'carts.items.add',
        tags,
        summary: 'Add items to a cart',
        description:
          'Adding a variant that is already in the cart raises its quantity, so concurrent requests add up. If stock is short, the available quantity is added with a warning. If an item is sold out, returns 422 `out_of_stock` and adds none of the items.',
        params: CartPath,
        headers: IfMatch,
        body: NewItems,
        response,
      },
    },
    async ({ ctx, params, body, headers }, reply) =>
      withVersionTag(reply, await addItems(ctx, params.id, body, headers['if-match'])),
  )

  app.put(
    '/carts/:id/items/:lineId',
    {
      config,
      schema: {
        operationId: 'carts.items.set',
        tags,
        summary: 'Update a cart item',
        description: 'Sets the quantity, the properties or both. A quantity of 0 removes the item.',
        params: ItemPath,
        headers: IfMatch,
        body: ItemChanges,
        response,
      },
    },
    async ({ ctx, params, body, headers }, reply) =>
      withVersionTag(reply, await setItem(ctx, params.id, params.lineId, body, headers['if-match'])),
  )

  app.delete(
    '/carts/:id/items/:lineId',
    {
      config,
      schema: {
        operationId: 'carts.items.remove',
        tags,
        summary: 'Remove a cart item',
        description: 'Returns the cart without the item, priced again.',
        params: ItemPath,
        headers: IfMatch,
        response,
      },
    },
    async ({ ctx, params, headers }, reply) =>
      withVersionTag(reply, await removeItem(ctx, params.id, params.lineId, headers['if-match'])),
  )

  app.post(
    '/carts/:id/promotions',
    {
      config: retryable,
      schema: {
        operationId: 'carts.promotions.add',
        tags,
        summary: 'Add codes to a cart',
        description:
          'Adds codes of promotions and gift cards, in any spelling. A code that does not apply yet stays in the cart; `rejectedPromotions` lists it with what is missing. An unknown code is listed there too, but not kept.',
        params: CartPath,
        headers: IfMatch,
        body: NewCodes,
        response,
      },
    },
    async ({ ctx, params, body, headers }, reply) =>
      withVersionTag(reply, await addPromotions(ctx, params.id, body, headers['if-match'])),
  )

  app.delete(
    '/carts/:id/promotions',
    {
      config,
      schema: {
        operationId: 'carts.promotions.remove',
        tags,
        summary: 'Remove codes from a cart',
        description:
          'Removes the promotion or gift card with this `code`, or the gift card with this `giftCardId`. Without either, removes all codes and gift cards.',
        params: CartPath,
        headers: IfMatch,
        querystring: CodeQuery,
        response,
      },
    },
    async ({ ctx, params, query, headers }, reply) =>
      withVersionTag(reply, await removePromotions(ctx, params.id, query, headers['if-match'])),
  )
}

type HeaderReply = { header(name: string, value: string): unknown }

function withVersionTag(reply: HeaderReply, cart: Cart): Cart {
  reply.header('etag', toEtag(cart.version))
  return cart
}

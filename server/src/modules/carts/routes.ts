import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import {
  addItems,
  addPromotions,
  changeCart,
  createCart,
  getCart,
  readCart,
  removeItem,
  removePromotions,
  setItem,
} from './carts.ts'
import {
  CartChanges,
  CartPath,
  CartQuery,
  CodeQuery,
  ItemChange,
  ItemPath,
  NewCart,
  NewCodes,
  NewItems,
} from './request-schemas.ts'
import { Cart } from './schemas.ts'

const tags = ['Carts']
const config = { access: 'storefront', limit: 'default' } as const satisfies RouteConfig
const retryable = { ...config, idempotency: 'in one write' } as const satisfies RouteConfig
const response = { 200: Cart }

/** Anyone who knows a cart's id can change it. The id is its only protection, so it must be unguessable. */
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
          'Empty, or with items. Its `id` can’t be guessed and is all that guards it: keep it in the buyer’s browser. Prices are today’s whenever the cart is looked at; what has changed is told in `warnings`.',
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
          'As it costs now. Its totals are what the buyer agrees to when they check out next; where they differ from those of the last response, the cart has a new `version`. With a key and `explain=true` also why.',
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
        summary: 'Change a cart',
        description:
          'E-mail, addresses, shipping, note and attributes; with a key also `customer`, and `points` of theirs that are to pay. What is not named stays; null takes it away.',
        params: CartPath,
        headers: IfMatch,
        body: CartChanges,
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
        summary: 'Put items into a cart',
        description:
          'What is in it already becomes more, so adds that come at the same time end as their sum. Of what is short, as many as there are, with a warning; of what is sold out, nothing: 422 `out_of_stock`, and none of the other items either.',
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
        summary: 'Set quantity or properties of a line',
        description: 'A quantity of 0 removes the line.',
        params: ItemPath,
        headers: IfMatch,
        body: ItemChange,
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
        summary: 'Remove a line',
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
        summary: 'Give a code',
        description:
          'Of a promotion or of a gift card, in any spelling. One that does not apply yet stays and is told in `rejectedPromotions` with what is missing; one that nobody knows is told there too, and not kept.',
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
        summary: 'Take a code away',
        description: 'By `code`, of a promotion or a gift card, or by `giftCardId`; without either, all of them.',
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

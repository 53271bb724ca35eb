import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getGiftCard } from './balances.ts'
import { changeGiftCard, checkCode, issueGiftCard, listGiftCards } from './gift-cards.ts'
import {
  CodeCheckRequest,
  CodeCheckResult,
  GiftCard,
  GiftCardChanges,
  GiftCardPath,
  GiftCardsQuery,
  IssuedGiftCard,
  NewGiftCard,
} from './schemas.ts'

const tags = ['Gift cards']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const giftCardRoutes: Routes = async (app) => {
  app.get(
    '/gift-cards',
    {
      config,
      schema: {
        operationId: 'giftCards.list',
        tags,
        summary: 'List gift cards',
        description:
          'Newest first. Codes are not included, because they are not stored. To find a card by its code, use the code check: a code in a URL would appear in logs.',
        querystring: GiftCardsQuery,
        response: { 200: Page(GiftCard) },
      },
    },
    ({ ctx, query }) => listGiftCards(ctx, query),
  )

  app.post(
    '/gift-cards',
    {
      // The response contains a secret, so it must not be stored for retries.
      config: { ...config, staff: 'admin', idempotency: 'none' },
      schema: {
        operationId: 'giftCards.create',
        tags,
        summary: 'Issue a gift card',
        description: [
          'The response contains the `code`. Show or print it now: it can’t be retrieved again. Requires the admin role in the dashboard.',
          'An `Idempotency-Key` is ignored, because the response is not stored. If a response is lost, find the card in the list and deactivate it. Or send your own `code`: a second attempt then returns 409.',
        ].join('\n\n'),
        body: NewGiftCard,
        response: { 201: IssuedGiftCard },
      },
    },
    async ({ ctx, body }, reply) => {
      const issued = await issueGiftCard(ctx, body)
      reply.code(201).header('etag', toEtag(issued.version)).header('cache-control', 'no-store')
      return issued
    },
  )

  app.post(
    '/gift-cards/check',
    {
      // It changes nothing, and a stored response would include a hash of the code.
      config: { ...config, idempotency: 'none' },
      schema: {
        operationId: 'giftCards.check',
        tags,
        summary: 'Check a gift card code',
        description:
          'Returns the balance of the card with this code. For unknown and mistyped codes alike, `valid` is false and all other fields are null. A deactivated or expired card is not valid; `status` is the reason.',
        body: CodeCheckRequest,
        response: { 200: CodeCheckResult },
      },
    },
    ({ ctx, body }) => checkCode(ctx, body.code),
  )

  app.get(
    '/gift-cards/:id',
    {
      config,
      schema: {
        operationId: 'giftCards.get',
        tags,
        summary: 'Get a gift card',
        description: 'Returns the gift card without its code, which is shown only once.',
        params: GiftCardPath,
        response: { 200: GiftCard },
      },
    },
    async ({ ctx, params }, reply) => {
      const card = await getGiftCard(ctx, params.id)
      reply.header('etag', toEtag(card.version))
      return card
    },
  )

  app.patch(
    '/gift-cards/:id',
    {
      config,
      schema: {
        operationId: 'giftCards.update',
        tags,
        summary: 'Update a gift card',
        description:
          'Fields you omit keep their value. `expiresAt` can change only while the card is active; otherwise it returns 409. Balance changes do not change the version.',
        params: GiftCardPath,
        headers: IfMatch,
        body: GiftCardChanges,
        response: { 200: GiftCard },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const card = await changeGiftCard(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(card.version))
      return card
    },
  )
}

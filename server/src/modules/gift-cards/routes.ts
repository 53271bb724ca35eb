import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeGiftCard, checkCode, getGiftCard, issueGiftCard, listGiftCards } from './gift-cards.ts'
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
          'Newest first. Codes are not among it: they are not stored. To find a card by its code, check the code; a code in an address would stand in logs.',
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
        operationId: 'giftCards.issue',
        tags,
        summary: 'Issue a gift card',
        description: [
          'The answer holds the `code`: show or print it now, it can never be had again. In the dashboard this needs the role admin.',
          'An `Idempotency-Key` is ignored, since the answer is not stored. When an answer was lost, look for the card in the list and deactivate it; or send a `code` of your own, then a second attempt is refused with 409.',
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
        summary: 'Check a code',
        description:
          'What a card is worth, for whoever has its code. Unknown and mistyped codes are answered alike: `valid` is false and all else null. A card that is deactivated or has expired is not valid, and `status` says why.',
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
        summary: 'Change a gift card',
        description:
          'What is not named stays. `expiresAt` can be changed only while the card is active (409). With `If-Match` it is refused (412) when somebody else was faster; a change of the balance is none in this sense.',
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

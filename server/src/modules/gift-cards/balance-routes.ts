import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { deactivateGiftCard } from './balances.ts'
import { creditGiftCard, listEntries } from './gift-cards.ts'
import { GiftCard, GiftCardEntriesQuery, GiftCardEntry, GiftCardPath, NewGiftCardCredit } from './schemas.ts'

const tags = ['Gift cards']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create or write off value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const giftCardBalanceRoutes: Routes = async (app) => {
  app.post(
    '/gift-cards/:id/credits',
    {
      config: adminConfig,
      schema: {
        operationId: 'giftCards.credits.create',
        tags,
        summary: 'Credit a gift card',
        description:
          'Adds an amount in the card’s currency. Returns 422 `gift_card_rejected` if the card is deactivated or expired, the currency differs or the balance would be too high. Requires the admin role in the dashboard.',
        params: GiftCardPath,
        body: NewGiftCardCredit,
        response: { 201: GiftCard },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const card = await creditGiftCard(ctx, params.id, body)
      reply.code(201)
      return card
    },
  )

  app.post(
    '/gift-cards/:id/deactivation',
    {
      config: adminConfig,
      schema: {
        operationId: 'giftCards.deactivate',
        tags,
        summary: 'Deactivate a gift card',
        description:
          'Permanent: to undo it, issue a new card. The remaining balance is written off and no longer owed. Deactivating the card again changes nothing, or writes off what a refund has restored since. Requires the admin role in the dashboard.',
        params: GiftCardPath,
        response: { 200: GiftCard },
      },
    },
    ({ ctx, params }) => deactivateGiftCard(ctx, params.id),
  )

  app.get(
    '/gift-cards/:id/entries',
    {
      config,
      schema: {
        operationId: 'giftCards.entries.list',
        tags,
        summary: 'List gift card entries',
        description: 'The ledger of the card, newest first. The balance is the sum of the entries, which never change.',
        params: GiftCardPath,
        querystring: GiftCardEntriesQuery,
        response: { 200: Page(GiftCardEntry) },
      },
    },
    ({ ctx, params, query }) => listEntries(ctx, params.id, query),
  )
}

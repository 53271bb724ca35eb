import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { creditGiftCard, deactivateGiftCard, getLiability, listEntries } from './ledger.ts'
import { auditCards } from './ledger-queries.ts'
import {
  GiftCard,
  GiftCardAudit,
  GiftCardEntriesQuery,
  GiftCardEntry,
  GiftCardLiability,
  GiftCardPath,
  LiabilityQuery,
  NewGiftCardCredit,
} from './schemas.ts'

const tags = ['Gift cards']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create or write off value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const giftCardLedgerRoutes: Routes = async (app) => {
  app.post(
    '/gift-cards/:id/credits',
    {
      config: adminConfig,
      schema: {
        operationId: 'giftCards.credits.create',
        tags,
        summary: 'Put money on a gift card',
        description:
          'In the currency of the card. A card that is deactivated or has expired, another currency or too much is 422 `gift_card_refused`. In the dashboard this needs the role admin.',
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
          'For good: there is no way back, issue a new card instead. What is left on it is booked out and no longer owed. Repeated, it changes nothing, or books out what a refund has put on it since. In the dashboard this needs the role admin.',
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
        summary: 'Every movement of a gift card, newest first',
        description: 'The ledger: the balance is the sum of it. Nothing here is ever changed.',
        params: GiftCardPath,
        querystring: GiftCardEntriesQuery,
        response: { 200: Page(GiftCardEntry) },
      },
    },
    ({ ctx, params, query }) => listEntries(ctx, params.id, query),
  )

  app.get(
    '/gift-cards/liability',
    {
      config,
      schema: {
        operationId: 'giftCards.liability',
        tags,
        summary: 'What the shop owes on gift cards',
        description:
          'By currency, made of the ledger, now or at any moment before. What was left on a card that has expired is booked out within minutes of its end.',
        querystring: LiabilityQuery,
        response: { 200: GiftCardLiability },
      },
    },
    ({ ctx, query }) => getLiability(ctx, query.at),
  )

  app.get(
    '/gift-cards/audit',
    {
      config,
      schema: {
        operationId: 'giftCards.audit',
        tags,
        summary: 'Hold every balance against the ledger',
        description:
          'Adds up the entries of every card and tells which balances are not that sum. `drift` holds the first 1,000 of them, `driftCount` says how many there are.',
        response: { 200: GiftCardAudit },
      },
    },
    ({ ctx }) => auditCards(ctx),
  )
}

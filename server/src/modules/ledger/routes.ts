import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { auditLedger, closePeriod, listClosings } from './closings.ts'
import { listEntries, listLiabilities } from './ledger.ts'
import {
  ClosingsQuery,
  LedgerAudit,
  LedgerClosing,
  LedgerEntry,
  LedgerQuery,
  Liability,
  LiabilityQuery,
  NewLedgerClosing,
} from './schemas.ts'

const tags = ['Ledger']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const ledgerRoutes: Routes = async (app) => {
  app.get(
    '/ledger',
    {
      config,
      schema: {
        operationId: 'ledger.entries.list',
        tags,
        summary: 'List ledger entries',
        description:
          'Every change of gift cards, points and store credit, newest first. Entries never change. With `customerId` or `giftCardId`, only that side of each transaction.',
        querystring: LedgerQuery,
        response: { 200: Page(LedgerEntry) },
      },
    },
    ({ ctx, query }) => listEntries(ctx, query),
  )

  app.get(
    '/ledger/liability',
    {
      config,
      schema: {
        operationId: 'ledger.liability.list',
        tags,
        summary: 'Get liability per day',
        description:
          'What the shop owes at the end of each UTC day, by account type and unit, calculated from the entries. For one date, send it as `from` and `to`. At most 366 days.',
        querystring: LiabilityQuery,
        response: { 200: Page(Liability) },
      },
    },
    ({ ctx, query }) => listLiabilities(ctx, query),
  )

  app.get(
    '/ledger/audit',
    {
      config,
      schema: {
        operationId: 'ledger.audit',
        tags,
        summary: 'Audit the ledger',
        description:
          'Adds up all entries. `drift` lists balances that differ from the sum of their entries, `unbalanced` transactions that don’t add up to 0: the first 1,000 of each. `changedClosings` lists closed periods whose entries have changed since.',
        response: { 200: LedgerAudit },
      },
    },
    ({ ctx }) => auditLedger(ctx),
  )

  app.get(
    '/ledger/closings',
    {
      config,
      schema: {
        operationId: 'ledger.closings.list',
        tags,
        summary: 'List closed periods',
        description: 'Newest first.',
        querystring: ClosingsQuery,
        response: { 200: Page(LedgerClosing) },
      },
    },
    ({ ctx, query }) => listClosings(ctx, query),
  )

  app.post(
    '/ledger/closings',
    {
      config,
      schema: {
        operationId: 'ledger.closings.create',
        tags,
        summary: 'Close a period',
        description:
          'Closes all days up to `through` and records what the shop owed then. Later transactions, such as a refund of an older order, are booked in the open period. A closing is final. Requires the admin role or a full key.',
        body: NewLedgerClosing,
        response: { 201: LedgerClosing },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(201)
      return closePeriod(ctx, body)
    },
  )
}

import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { auditAccounts } from './ledger-queries.ts'
import { adjustPoints, getAccount, getProgram, listEntries, replaceProgram } from './loyalty.ts'
import {
  LoyaltyAccount,
  LoyaltyAccountPath,
  LoyaltyAudit,
  LoyaltyEntriesQuery,
  LoyaltyEntry,
  LoyaltyProgram,
  LoyaltyProgramInput,
  PointsAdjustment,
} from './schemas.ts'

const tags = ['Loyalty']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const loyaltyRoutes: Routes = async (app) => {
  app.get(
    '/loyalty/program',
    {
      config,
      schema: {
        operationId: 'loyalty.program.get',
        tags,
        summary: 'What points are worth',
        description: 'Where nobody has set anything it is not active, and points pay nothing.',
        response: { 200: LoyaltyProgram },
      },
    },
    async ({ ctx }, reply) => {
      const program = await getProgram(ctx)
      reply.header('etag', toEtag(program.version))
      return program
    },
  )

  app.put(
    '/loyalty/program',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.program.replace',
        tags,
        summary: 'Say what points are worth',
        description:
          'Replaces all of it; every cart is priced by it from then on. What was paid with points before is given back in the points that were paid. In the dashboard this needs the role admin.',
        headers: IfMatch,
        body: LoyaltyProgramInput,
        response: { 200: LoyaltyProgram },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const program = await replaceProgram(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(program.version))
      return program
    },
  )

  app.get(
    '/loyalty/accounts/:customerId',
    {
      config,
      schema: {
        operationId: 'loyalty.accounts.get',
        tags,
        summary: 'How many points a customer has',
        description: 'By your own name for the customer. An account begins with its first points: 404 until then.',
        params: LoyaltyAccountPath,
        response: { 200: LoyaltyAccount },
      },
    },
    ({ ctx, params }) => getAccount(ctx, params.customerId),
  )

  app.post(
    '/loyalty/accounts/:customerId/entries',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.entries.create',
        tags,
        summary: 'Give or take points by hand',
        description:
          'With a reason. The first points open the account. Never below zero: 422 `points_refused`. Send an `Idempotency-Key`: a retry moves nothing twice. In the dashboard this needs the role admin.',
        params: LoyaltyAccountPath,
        body: PointsAdjustment,
        response: { 201: LoyaltyAccount },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const account = await adjustPoints(ctx, params.customerId, body)
      reply.code(201)
      return account
    },
  )

  app.get(
    '/loyalty/accounts/:customerId/entries',
    {
      config,
      schema: {
        operationId: 'loyalty.entries.list',
        tags,
        summary: 'Every movement of a customer’s points, newest first',
        description: 'The ledger: the balance is the sum of it. Nothing here is ever changed.',
        params: LoyaltyAccountPath,
        querystring: LoyaltyEntriesQuery,
        response: { 200: Page(LoyaltyEntry) },
      },
    },
    ({ ctx, params, query }) => listEntries(ctx, params.customerId, query),
  )

  app.get(
    '/loyalty/audit',
    {
      config,
      schema: {
        operationId: 'loyalty.audit',
        tags,
        summary: 'Hold every balance of points against the ledger',
        description:
          'Adds up the entries of every account and tells which balances are not that sum. `drift` holds the first 1,000 of them, `driftCount` says how many there are.',
        response: { 200: LoyaltyAudit },
      },
    },
    ({ ctx }) => auditAccounts(ctx),
  )
}

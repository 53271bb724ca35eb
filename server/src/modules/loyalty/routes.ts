import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { adjustPoints, getAccount, getProgram, listEntries, replaceProgram } from './loyalty.ts'
import {
  LoyaltyAccount,
  LoyaltyAccountPath,
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
        summary: 'Get the loyalty program',
        description: 'Until you set it, the program is inactive and points pay nothing.',
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
        summary: 'Set the loyalty program',
        description:
          'Replaces the whole program. It applies to every cart from then on. Refunds of earlier payments restore the number of points that were used. Requires the admin role in the dashboard.',
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
        summary: 'Get a loyalty account',
        description: 'The first points open the account; until then it returns 404.',
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
        summary: 'Adjust points',
        description:
          'Adds or removes points, with a reason. The first points open the account. A balance below 0 returns 422 `points_rejected`. Send an `Idempotency-Key` so that a retry changes nothing twice. Requires the admin role in the dashboard.',
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
        summary: 'List loyalty entries',
        description:
          'The ledger of the account, newest first. The balance is the sum of the entries, which never change.',
        params: LoyaltyAccountPath,
        querystring: LoyaltyEntriesQuery,
        response: { 200: Page(LoyaltyEntry) },
      },
    },
    ({ ctx, params, query }) => listEntries(ctx, params.customerId, query),
  )
}

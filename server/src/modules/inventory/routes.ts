import { keyset, toPage } from '../../db/page.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { adjustStock } from './adjustments.ts'
import { levelKeyset, toLevelPage } from './level-page.ts'
import { auditLevels, findVariantIdsBySku, listLevels, listMovements } from './queries.ts'
import { Adjustment, Level, LevelsQuery, Movement, MovementsQuery, NewAdjustment, StockAudit } from './schemas.ts'

const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const tags = ['Inventory']

export const inventoryRoutes: Routes = async (app) => {
  app.get(
    '/inventory',
    {
      config,
      schema: {
        operationId: 'inventory.levels.list',
        tags,
        summary: 'List stock levels',
        description:
          'One for each variant and location where stock was ever put, the newest variants first. A variant that is counted and has no level anywhere has no stock.',
        querystring: LevelsQuery,
        response: { 200: Page(Level) },
      },
    },
    async ({ ctx, query }) => {
      const page = levelKeyset(query)
      return toLevelPage(await listLevels(ctx, page, query), page)
    },
  )

  app.post(
    '/inventory/adjustments',
    {
      config,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'inventory.adjustments.create',
        tags,
        summary: 'Change stock levels',
        description: [
          'Up to 500 changes, all of them or none. `onHandChange` and `incomingChange` are added to what is there; `onHand` and `incoming` replace it, as do `safetyStock` and `lowStockAt`. Changes of the same level are added up first; those that contradict each other are refused.',
          'With `expectedOnHand` a level that has changed meanwhile is refused: 409 `stock_changed`, with the actual value of each in `details`. A missing level counts as zero.',
          'On hand may be counted below what is reserved; then `available` is below zero. It may fall below zero only where `whenOut` is `continue`, and `incoming` never: 409 `insufficient_stock`. An unknown variant, SKU or location is 404, a SKU of several variants 400, each with the path of the change. Every quantity stays within ±1,000,000,000.',
          'Moving stock is two changes in one request: less here, more there, with the reason `transfer`.',
        ].join('\n\n'),
        body: NewAdjustment,
        response: { 201: Adjustment },
      },
    },
    async ({ ctx, body }, reply) => {
      const adjustment = await adjustStock(ctx, body)
      reply.code(201)
      return adjustment
    },
  )

  app.get(
    '/inventory/movements',
    {
      config,
      schema: {
        operationId: 'inventory.movements.list',
        tags,
        summary: 'Every movement of stock, newest first',
        description:
          'The ledger: a level is the sum of its movements. Nothing here is ever changed, and it outlives its variant and its location; only `sku` finds nothing of a variant that is gone.',
        querystring: MovementsQuery,
        response: { 200: Page(Movement) },
      },
    },
    async ({ ctx, query }) => {
      const page = keyset(query)
      const variantIds = query.sku === undefined ? null : await findVariantIdsBySku(ctx, query.sku)
      return toPage(await listMovements(ctx, page, query, variantIds), page)
    },
  )

  app.get(
    '/inventory/audit',
    {
      config,
      schema: {
        operationId: 'inventory.audit',
        tags,
        summary: 'Hold every level against the ledger',
        description:
          'Adds up the movements of every level and tells which quantities are not that sum. `drift` holds the first 1,000 of them, `driftCount` says how many there are.',
        response: { 200: StockAudit },
      },
    },
    ({ ctx }) => auditLevels(ctx),
  )
}

import { keyset, toPage } from '../../db/page.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { adjustStock } from './adjustments.ts'
import { levelKeyset, toLevelPage } from './level-page.ts'
import { findProductIds, findVariantIdsBySku, listLevels, listMovements } from './queries.ts'
import {
  Adjustment,
  Level,
  LevelsQuery,
  Movement,
  MovementsQuery,
  NewAdjustment,
  StockAudit,
  StockAuditQuery,
} from './schemas.ts'
import { auditStock } from './stock-audit.ts'

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
          'Returns one level per variant and location that has ever had stock, newest variants first. A tracked variant without a level has no stock.',
        querystring: LevelsQuery,
        response: { 200: Page(Level) },
      },
    },
    async ({ ctx, query }) => {
      const page = levelKeyset(query)
      const words = query.q?.toLowerCase().match(/\S+/g) ?? []
      const search = words.length > 0 ? { productIds: await findProductIds(ctx, words.join(' ')), words } : undefined
      return toLevelPage(await listLevels(ctx, page, query, search), page)
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
        summary: 'Adjust stock levels',
        description: [
          'Applies up to 500 changes, all or none. `onHandChange` and `incomingChange` are added to the current quantity; `onHand`, `incoming`, `safetyStock` and `lowStockThreshold` replace it. Changes to the same level are added up first; conflicting changes are rejected.',
          'Send `expectedOnHand` to detect concurrent changes: if a level differs, the response is 409 `stock_changed`, with the actual values in `details`. A missing level counts as zero.',
          '`onHand` can be lower than `reserved`; `available` is then negative. `onHand` can fall below zero only if `inventoryPolicy` is `continue`, and `incoming` never (409 `insufficient_stock`). An unknown variant, SKU or location returns 404, a SKU of several variants 400, each with the path of the change. Every quantity is limited to ±1,000,000,000.',
          'To move stock, send two changes in one request, one negative and one positive, with the reason `transfer`.',
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
        summary: 'List stock movements',
        description:
          'Returns the ledger, newest first. A level is the sum of its movements. Movements never change and outlive their variant and location, but `sku` finds no movements of a deleted variant.',
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
        summary: 'Audit stock levels',
        description: [
          'Compares the levels of 1,000 variants, newest first, with the sums of their movements. Repeat with `nextCursor` until it is null to check the whole shop. `drift` lists the first 1,000 quantities that differ; `driftCount` is their number. Both are those of this response.',
          'Variants with many movements have checkpoints; the audit adds only newer movements. If a level differs, all its movements are summed. Use `full=true` to detect movements before a checkpoint that were edited in the database. `checkpointDrift` lists checkpoints that differ from their movements; levels need not be wrong then.',
        ].join('\n\n'),
        querystring: StockAuditQuery,
        response: { 200: StockAudit },
      },
    },
    ({ ctx, query }) => auditStock(ctx, query),
  )
}

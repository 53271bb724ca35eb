import type { Ctx } from '../../ctx.ts'
import { keyset, toPage } from '../../db/page.ts'
import * as queries from './audit-queries.ts'
import { AUDITED_VARIANTS, FULLY_AUDITED_VARIANTS, type StockAudit, type StockAuditQuery } from './schemas.ts'

type Drift = Omit<StockAudit, 'nextCursor'>

/** Audits a part of the shop, newest variants first: a whole ledger takes longer than a request may. */
export async function auditStock(ctx: Ctx, { cursor, full = false }: StockAuditQuery): Promise<StockAudit> {
  const limit = full ? FULLY_AUDITED_VARIANTS : AUDITED_VARIANTS
  const page = keyset({ limit, ...(cursor !== undefined && { cursor }) })
  const { data, nextCursor } = toPage(await queries.listVariantsBefore(ctx, page), page)
  const ids = data.map(({ id }) => id)
  return { ...(full ? await auditFully(ctx, ids) : await auditSinceCheckpoints(ctx, ids)), nextCursor }
}

/** A difference may be that of a checkpoint, so what is reported comes from all movements. */
async function auditSinceCheckpoints(ctx: Ctx, variantIds: string[]): Promise<Drift> {
  const audit = await queries.auditLevels(ctx, variantIds, { full: false })
  if (audit.driftCount === 0) return { ...audit, checkpointDriftCount: 0, checkpointDrift: [] }
  const isComplete = audit.driftCount === audit.drift.length
  const differing = isComplete ? [...new Set(audit.drift.map(({ variantId }) => variantId))] : variantIds
  return { ...(await auditFully(ctx, differing)), checkedLevels: audit.checkedLevels }
}

const auditFully = async (ctx: Ctx, variantIds: string[]): Promise<Drift> => ({
  ...(await queries.auditLevels(ctx, variantIds, { full: true })),
  ...(await queries.auditCheckpoints(ctx, variantIds)),
})

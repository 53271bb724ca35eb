import type { Ctx } from '../../ctx.ts'
import { keyset, type PageRequest, toPage } from '../../db/page.ts'
import { auditLevels, listVariantsBefore } from './queries.ts'
import { AUDITED_VARIANTS, type StockAudit } from './schemas.ts'

/** Audits a part of the shop, newest variants first: a whole ledger takes longer than a request may. */
export async function auditStock(ctx: Ctx, { cursor }: Pick<PageRequest, 'cursor'>): Promise<StockAudit> {
  const page = keyset({ limit: AUDITED_VARIANTS, ...(cursor !== undefined && { cursor }) })
  const { data, nextCursor } = toPage(await listVariantsBefore(ctx, page), page)
  const ids = data.map(({ id }) => id)
  return { ...(await auditLevels(ctx, ids)), nextCursor }
}

import { ShopSourceError } from '../../../ports/shop-source.ts'
import { type PhaseContext, type PhaseResult, resourceOf, restartExport, saveRun } from './phase.ts'
import * as queries from './queries.ts'

/** Of the clocks, and of changes that were being saved when the last sync started. */
const OVERLAP_MS = 10 * 60_000

export async function runExportPhase({ ctx, source, run }: PhaseContext): Promise<PhaseResult> {
  const resource = resourceOf(run)
  // Shopify tells of an item only the levels that changed, which can't be compared with what we know of all of them.
  const canFilter = run.mode === 'incremental' && resource !== 'inventory'
  const last = canFilter ? await queries.findLastSync(ctx, resource) : undefined
  const options = last ? { updatedFrom: new Date(Date.parse(last.startedAt) - OVERLAP_MS).toISOString() } : {}
  const operationId = await source.startExport(resource, options, ctx.signal)
  return {
    run: await saveRun(ctx, run, { phase: 'wait', operationId, exports: run.exports + 1, failures: 0, error: null }),
  }
}

const POLL = { firstMs: 250, longestMs: 10_000 }

export async function runWaitPhase({ ctx, source, run }: PhaseContext): Promise<PhaseResult> {
  if (!run.operationId) return { run: await restartExport(ctx, run, 'The export was lost.') }
  const state = await source.getExport(run.operationId, ctx.signal).catch((error: unknown) => {
    if (error instanceof ShopSourceError && error.code === 'not_found') return undefined
    throw error
  })
  if (!state) return { run: await restartExport(ctx, run, 'Shopify no longer has the export.') }
  if (state.status === 'running') {
    const waitedMs = Date.now() - Date.parse(run.updatedAt)
    return { run, waitMs: Math.min(POLL.longestMs, Math.max(POLL.firstMs, waitedMs / 4)) }
  }
  if (state.status !== 'completed') {
    const reason = state.error ?? `Shopify ended the export with the status “${state.status}”.`
    return { run: await restartExport(ctx, run, reason) }
  }
  const expected = { expectedRoots: state.rootObjectCount, failures: 0, error: null }
  // There is no file when there is nothing in it.
  if (state.url === null) return { run: await saveRun(ctx, run, { ...expected, phase: 'recheck' }) }
  return { run: await saveRun(ctx, run, { ...expected, phase: 'read', exportUrl: state.url }) }
}

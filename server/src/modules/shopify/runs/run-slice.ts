import { type Ctx, transaction } from '../../../ctx.ts'
import { backoffMs } from '../../../kit/backoff.ts'
import { ShopSourceError } from '../../../ports/shop-source.ts'
import { disableConnection, openSource } from '../connection.ts'
import { runDeletePhase } from './delete-phase.ts'
import { runExportPhase, runWaitPhase } from './export-phases.ts'
import { runImagesPhase } from './images-phase.ts'
import { type PhaseContext, type PhaseResult, RunLost, saveRun } from './phase.ts'
import * as queries from './queries.ts'
import { runReadPhase, runRecheckPhase } from './read-phases.ts'
import { enqueueSync, finishRun, isActive } from './runs.ts'

/** Jobs share a few workers: a sync works for so long, then others get their turn. */
const SLICE_MS = 10_000

const PHASES: Record<queries.Run['phase'], (phase: PhaseContext) => Promise<PhaseResult>> = {
  export: runExportPhase,
  wait: runWaitPhase,
  read: runReadPhase,
  recheck: runRecheckPhase,
  delete: runDeletePhase,
  images: runImagesPhase,
}

/**
 * Continues a run for some seconds and enqueues the rest. Everything that it knows is in the run's row, which changes
 * in the same transaction as the data: it may be killed at any time.
 */
export async function runSlice(ctx: Ctx, runId: string): Promise<void> {
  const run = await queries.findRun(ctx, runId)
  if (!run || !isActive(run)) return
  try {
    const { isDone, waitMs } = await continueRun(ctx, run)
    if (!isDone) await enqueueSync(ctx, runId, waitMs)
  } catch (error) {
    // The server stops: another one continues.
    ctx.signal.throwIfAborted()
    if (error instanceof RunLost) return
    await handleFailure(ctx, runId, error)
  }
}

async function continueRun(ctx: Ctx, first: queries.Run): Promise<{ isDone: boolean; waitMs: number }> {
  const endMs = performance.now() + SLICE_MS
  const isOver = () => performance.now() > endMs || ctx.signal.aborted
  const source = await openSource(ctx)
  let run = first
  if (run.startedAt === null) {
    const { currency } = await source.verify(ctx.signal)
    run = await saveRun(ctx, run, { status: 'running', startedAt: new Date().toISOString(), currency })
  }
  while (isActive(run)) {
    const result = await PHASES[run.phase]({ ctx, source, run, isOver })
    run = result.run
    if (result.waitMs !== undefined) return { isDone: false, waitMs: result.waitMs }
    if (isOver()) break
  }
  return { isDone: !isActive(run), waitMs: 0 }
}

/** Ten in a row take a quarter of an hour. */
const MAX_FAILURES = 10
const MAX_OWN_FAILURES = 4
const RETRY = { firstMs: 1000, longestMs: 300_000 }

async function handleFailure(ctx: Ctx, runId: string, error: unknown): Promise<void> {
  const run = await queries.findRun(ctx, runId)
  if (!run || !isActive(run)) return
  const { message, maxFailures, retryAfterMs } = explain(error)
  const failures = run.failures + 1
  ctx.log.warn({ err: error, runId, failures }, 'a Shopify sync failed for now')
  if (failures > maxFailures) {
    await transaction(ctx, (ctx) => finishRun(ctx, run, { status: 'failed', error: message }))
    if (error instanceof ShopSourceError && error.code === 'unauthorized') await disableConnection(ctx, message)
    return
  }
  await queries.updateRun(ctx, { ...run, failures, error: message })
  await enqueueSync(ctx, runId, Math.max(retryAfterMs, backoffMs(failures, RETRY)))
}

function explain(error: unknown): { message: string; maxFailures: number; retryAfterMs: number } {
  if (error instanceof ShopSourceError) {
    const { message, isRetryable, retryAfterMs = 0 } = error
    return { message, maxFailures: isRetryable ? MAX_FAILURES : 0, retryAfterMs }
  }
  const message = 'The sync failed on our side. Try again; if it fails again, contact the operator of this server.'
  return { message, maxFailures: MAX_OWN_FAILURES, retryAfterMs: 0 }
}

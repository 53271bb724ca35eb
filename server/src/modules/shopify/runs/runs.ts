import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emit } from '../../../events/emit.ts'
import { enqueueByName } from '../../../jobs/job.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { SHOP_RESOURCES, type ShopResource } from '../../../ports/shop-lines.ts'
import { requireConnection } from '../connection.ts'
import type {
  NewShopifySync,
  ShopifySync,
  ShopifySyncChange,
  ShopifySyncChangesQuery,
  ShopifySyncsQuery,
} from '../schemas.ts'
import * as queries from './queries.ts'

export const SYNC_JOB = { name: 'shopify.sync', maxAttempts: 10 }
export const CANCEL_JOB = { name: 'shopify.cancel-export', maxAttempts: 5 }

/** Returns at once; a job does the work. */
export function createSync(ctx: Ctx, input: NewShopifySync): Promise<ShopifySync> {
  return transaction(ctx, async (ctx) => {
    const { scopes } = await requireConnection(ctx)
    const resources = chooseResources(input.resources, scopes)
    const [stage] = resources
    if (!stage) throw missingScopes(SHOP_RESOURCES)
    const run = await queries.insertRun(ctx, {
      id: newId('syn'),
      mode: input.mode ?? 'full',
      resources,
      dryRun: input.dryRun ?? false,
      deleteMissing: input.deleteMissing ?? false,
      confirmDeletions: input.confirmDeletions ?? false,
      stage,
      actor: actorOf(ctx.caller),
    })
    if (!run) throw await syncRunning(ctx)
    await enqueueSync(ctx, run.id)
    return toResponse(run)
  })
}

/** Without a key, a crash between two slices could leave two jobs; `step` makes that harmless, but it would be waste. */
export const enqueueSync = (ctx: Ctx, runId: string, waitMs = 0) =>
  enqueueByName(
    ctx,
    SYNC_JOB,
    { runId },
    { key: `${SYNC_JOB.name}:${runId}`, ...(waitMs > 0 && { runAt: new Date(Date.now() + waitMs) }) },
  )

const SCOPES: Record<ShopResource, string> = {
  products: 'read_products',
  collections: 'read_products',
  inventory: 'read_inventory',
  customers: 'read_customers',
  orders: 'read_orders',
}

/** In the order in which they depend on each other. */
function chooseResources(requested: readonly ShopResource[] | undefined, scopes: readonly string[]): ShopResource[] {
  // Whoever may write may read.
  const granted = new Set(scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  const missing = requested?.filter((resource) => !granted.has(SCOPES[resource])) ?? []
  if (missing.length > 0) throw missingScopes(missing)
  return SHOP_RESOURCES.filter((resource) => requested?.includes(resource) ?? granted.has(SCOPES[resource]))
}

const missingScopes = (resources: readonly ShopResource[]) => {
  const scopes = [...new Set(resources.map((resource) => SCOPES[resource]))]
  return new AppError(
    'conflict',
    `Your Shopify app may not read this. Add the scopes ${scopes.join(', ')} to the app, install it again and connect it again.`,
    { fields: { scopes } },
  )
}

async function syncRunning(ctx: Ctx): Promise<AppError> {
  const active = await queries.findActiveRun(ctx)
  return new AppError('sync_running', 'A sync is already running. Wait until it ends, or cancel it.', {
    fields: { syncId: active?.id ?? null },
  })
}

export async function getSync(ctx: Ctx, id: string): Promise<ShopifySync> {
  return toResponse(await getRun(ctx, id))
}

async function getRun(ctx: Ctx, id: string): Promise<queries.Run> {
  const run = await queries.findRun(ctx, id)
  if (!run) throw notFound('sync', id)
  return run
}

export async function listSyncs(ctx: Ctx, query: ShopifySyncsQuery): Promise<Page<ShopifySync>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listRuns(ctx, page), page)
  return { data: data.map(toResponse), nextCursor }
}

export async function listChanges(
  ctx: Ctx,
  id: string,
  query: ShopifySyncChangesQuery,
): Promise<Page<ShopifySyncChange>> {
  await getRun(ctx, id)
  const page = keyset(query)
  return toPage(await queries.listItems(ctx, id, page, query), page)
}

/** Waits for the batch that is being written; the worker then finds that the run is no longer its own. */
export function cancelSync(ctx: Ctx, id: string): Promise<ShopifySync> {
  return transaction(ctx, async (ctx) => {
    await queries.blockRun(ctx, id)
    const run = await getRun(ctx, id)
    const canceled = isActive(run) ? await finishRun(ctx, run, { status: 'canceled', error: null }) : undefined
    if (!canceled) throw new AppError('conflict', 'This sync has already ended.')
    const { operationId, phase } = run
    if (operationId && phase === 'wait') await enqueueByName(ctx, CANCEL_JOB, { operationId })
    return toResponse(canceled)
  })
}

export const isActive = ({ status }: Pick<queries.Run, 'status'>) => status === 'queued' || status === 'running'

/** Undefined if another worker, or a cancellation, was faster. Call inside a transaction. */
export async function finishRun(
  ctx: Ctx,
  run: queries.Run,
  end: Pick<queries.Run, 'error'> & { status: 'completed' | 'failed' | 'canceled' },
): Promise<queries.Run | undefined> {
  const finished = await queries.updateRun(ctx, { ...run, ...end, finishedAt: new Date().toISOString() })
  if (!finished) return undefined
  await queries.deleteBatches(ctx, run)
  await emit(ctx, 'shopify_sync.finished', { syncId: run.id, status: end.status, dryRun: run.dryRun })
  return finished
}

function toResponse(run: queries.Run): ShopifySync {
  const { currency: _, step: __, operationId: ___, exportUrl: ____, nextByte, expectedRoots, rootsRead, ...rest } = run
  const { exports: _exports, failures: _failures, imageCursor: _imageCursor, updatedAt: _updatedAt, ...fields } = rest
  return { ...fields, progress: progressOf(run) }
}

/** Of a stage, reading takes longest; images are a stage of their own. */
function progressOf({ status, resources, stage, phase, expectedRoots, rootsRead, counts }: queries.Run): number {
  if (status === 'completed') return 1
  const stages = resources.length + 1
  const done = stage === 'images' ? resources.length : resources.indexOf(stage)
  const images = counts.images
  const inStage = {
    export: 0,
    wait: 0.05,
    read: 0.1 + 0.8 * Math.min(1, rootsRead / Math.max(1, expectedRoots ?? 1)),
    recheck: 0.9,
    delete: 0.95,
    images: images ? Math.min(0.99, (images.updated + images.failed) / Math.max(1, images.read)) : 0,
  }[phase]
  return Math.round(((done + inStage) / stages) * 1000) / 1000
}

import { Type } from 'typebox'
import { type Ctx, transaction } from '../../../ctx.ts'
import { emitAll } from '../../../events/emit.ts'
import { defineJob, enqueue } from '../../../jobs/job.ts'
import { LAST_ID } from '../../../kit/ids.ts'
import {
  applyRules,
  BATCH_SIZE,
  findCandidates,
  idsOf,
  lockRulesShared,
  type RuleCollection,
  toBatches,
} from './memberships.ts'
import * as queries from './queries.ts'

/** Tests lower them. */
export const newEvaluationLimits = () => ({
  /** The most products that a change of rules evaluates itself: half a second. */
  immediate: 5000,
  /** Products per transaction of the job. */
  batch: BATCH_SIZE,
  /** Jobs share a few workers: a large shop works for so long, then others get their turn. */
  sliceMs: 10_000,
})

/** In one batch. A shop may import hundreds: those that have to wait are next. */
const MAX_COLLECTIONS = 10

/**
 * Evaluates new rules for the products that they may concern, if these are few: every write to a product waits for
 * `lockRules`, which the caller holds. Otherwise a job evaluates all products; those that change meanwhile are evaluated
 * with their change, as always.
 */
export async function applyNewRules(ctx: Ctx, collection: RuleCollection): Promise<void> {
  const { immediate, batch } = ctx.perServer(newEvaluationLimits)
  const concerned = await findConcerned(ctx, collection, immediate)
  await queries.saveProgress(ctx, [collection.id], concerned ? null : LAST_ID)
  if (!concerned) return enqueueUpdate(ctx)
  for (const productIds of toBatches(concerned, batch)) await applyRules(ctx, productIds, [collection])
}

/** Undefined if there are more than the limit. */
async function findConcerned(ctx: Ctx, collection: RuleCollection, limit: number): Promise<string[] | undefined> {
  const found = await findCandidates(ctx, collection, limit)
  const members = found && idsOf(await queries.listMembers(ctx, collection.id, limit + 1))
  if (members && members.length <= limit) return [...new Set([...found, ...members])]
  const products = idsOf(await queries.listProductsBefore(ctx, LAST_ID, limit + 1))
  return products.length <= limit ? products : undefined
}

/** Adds and removes products after changes of rules, newest products first. */
export const updateProductsJob = defineJob({
  name: 'collections.update-products',
  payload: Type.Object({}),
  run: async (ctx) => {
    const endMs = performance.now() + ctx.perServer(newEvaluationLimits).sliceMs
    while (await updateBatch(ctx)) {
      ctx.signal.throwIfAborted()
      if (performance.now() > endMs) return enqueueUpdate(ctx)
    }
  },
})

const enqueueUpdate = (ctx: Ctx): Promise<void> =>
  enqueue(ctx, updateProductsJob, {}, { key: `collections.update-products:${ctx.environmentId}` })

/** For collections copied from another environment, where they may be half done. */
export async function continueUpdates(ctx: Ctx): Promise<void> {
  if ((await queries.listUpdating(ctx, 1)).length > 0) await enqueueUpdate(ctx)
}

/** Returns whether there may be more to do. */
async function updateBatch(ctx: Ctx): Promise<boolean> {
  // Without the lock: a job that does not get the lock relies on the one that holds it to look here again.
  if ((await queries.listUpdating(ctx, 1)).length === 0) return false
  return transaction(ctx, async (ctx) => {
    if (!(await queries.tryLockUpdates(ctx))) return false
    const { batch } = ctx.perServer(newEvaluationLimits)
    // Those that are nearly done come first, so that they finish however many new ones there are.
    const [first] = await queries.listUpdating(ctx, 1)
    if (!first) return true
    const before = first.evaluatedDownTo
    const productIds = idsOf(await queries.listProductsBefore(ctx, before, batch))
    const existing = await queries.lockProducts(ctx, productIds)
    // A product was deleted meanwhile, or all were: a reset of the sandbox creates them again, under the same ids.
    if (existing.length < productIds.length) return true
    await lockRulesShared(ctx)
    // Only now: from here on nobody changes rules. Rules that changed since start again at the newest product.
    const updating = await queries.listUpdating(ctx, MAX_COLLECTIONS)
    const collections = updating.filter(({ evaluatedDownTo }) => evaluatedDownTo === before)
    if (collections.length === 0) return true
    const hasChanged = await applyRules(ctx, productIds, collections)
    const downTo = productIds.length < batch ? undefined : productIds.at(-1)
    await queries.saveProgress(ctx, idsOf(collections), downTo ?? null)
    if (downTo === undefined) {
      await emitAll(
        ctx,
        collections.map(({ id }) => ({ type: 'collection.updated', data: { collectionId: id } })),
      )
    }
    if (hasChanged) ctx.db.notify('catalog_changed', ctx.environmentId)
    return true
  })
}

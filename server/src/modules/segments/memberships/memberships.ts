import { Type } from 'typebox'
import { type Ctx, transaction } from '../../../ctx.ts'
import { emit, emitAll, type NewEvent } from '../../../events/emit.ts'
import { defineBatchSubscriber, defineSubscriber } from '../../../events/subscriber.ts'
import { defineJob, enqueue, type Schedule, toStatementJob } from '../../../jobs/job.ts'
import { Id } from '../../../kit/schema.ts'
import { changesOverTime, comparesTotals } from '../compile-filter.ts'
import { findSegment, listMatching, lockSegments, type SegmentRow } from '../queries.ts'
import { computeThresholds, scoreCustomers } from '../rfm/rfm.ts'
import type { Filter } from '../schemas.ts'
import * as queries from './queries.ts'

/** A batch of either kind takes well under a second, even with 50 segments: others wait for the lock for 5 s. */
const BATCH_CUSTOMERS = 1000
const BATCH_QUEUED = 200
const BATCH_DELETED = 10_000
const CUSTOMERS_PER_EVENT = 100

/** Evaluates a customer after everything that a filter can test. An order may belong to nobody. */
export const followCustomers = defineBatchSubscriber({
  name: 'segments.follow-customers',
  on: [
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'customer.consent_changed',
    'order.created',
    'order.imported',
    'order.canceled',
    'order.refunded',
    'order.refund_failed',
    'order.credit_returned',
    'ticket.created',
    'ticket.updated',
    'ticket.message_created',
    'ticket.merged',
    'ticket.merge_reversed',
    'ticket.rated',
  ],
  runAll: async (ctx, events) => {
    const subjects = events.map(({ data }) => data)
    await queries.queueCustomers(
      ctx,
      subjects,
      toStatementJob(ctx, evaluateJob, {}, `segments.evaluate:${ctx.environmentId}`),
    )
  },
})

/** Amounts are compared in the shop's currency. */
export const followCurrency = defineSubscriber({
  name: 'segments.follow-currency',
  on: ['workspace.updated'],
  run: (ctx) => refreshSegments(ctx, comparesTotals),
})

/** One job for all waiting customers: a hundred orders in a second are one batch, not a hundred jobs. */
export const evaluateJob = defineJob({
  name: 'segments.evaluate',
  payload: Type.Object({}),
  run: async (ctx) => {
    while ((await evaluateQueued(ctx)) === BATCH_QUEUED) ctx.signal.throwIfAborted()
  },
})

/** Returns how many customers were evaluated. */
const evaluateQueued = (ctx: Ctx): Promise<number> =>
  transaction(ctx, async (ctx) => {
    await lockSegments(ctx)
    const customerIds = await queries.takeQueued(ctx, BATCH_QUEUED)
    if (customerIds.length === 0) return 0
    await scoreCustomers(ctx, customerIds)
    for (const segment of await queries.listAllSegments(ctx)) await evaluate(ctx, segment, customerIds)
    return customerIds.length
  })

async function evaluate(ctx: Ctx, segment: SegmentRow, customerIds: string[]): Promise<void> {
  const matching = await listMatching(ctx, segment, customerIds)
  const { joined, left } = await queries.saveMembers(ctx, segment.id, customerIds, matching)
  // While a new filter is evaluated, nobody joins or leaves: the segment has become another one.
  if (segment.status === 'building') return
  await emitAll(ctx, [
    ...chunks(joined).map((ids): NewEvent => changed('segment.customer_joined', segment.id, ids)),
    ...chunks(left).map((ids): NewEvent => changed('segment.customer_left', segment.id, ids)),
  ])
}

const changed = (
  type: 'segment.customer_joined' | 'segment.customer_left',
  segmentId: SegmentRow['id'],
  customerIds: `cus_${string}`[],
): NewEvent => ({ type, data: { segmentId, customerIds } })

const chunks = <T>(items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CUSTOMERS_PER_EVENT) }, (_, at) =>
    items.slice(at * CUSTOMERS_PER_EVENT, (at + 1) * CUSTOMERS_PER_EVENT),
  )

/** A pass over all customers, in batches: it continues where an earlier run ended. Also removes what a deletion leaves. */
export const buildJob = defineJob({
  name: 'segments.build',
  payload: Type.Object({ segmentId: Id('seg') }),
  run: async (ctx, { segmentId }) => {
    while (!(await buildBatch(ctx, segmentId))) ctx.signal.throwIfAborted()
  },
})

const enqueueBuild = (ctx: Ctx, segmentId: SegmentRow['id']) =>
  enqueue(ctx, buildJob, { segmentId }, { key: `segments.build:${ctx.environmentId}:${segmentId}` })

/** Evaluates the first customers at once, so that the segment of a small shop is ready immediately. */
export async function startBuild(ctx: Ctx, segmentId: SegmentRow['id']): Promise<void> {
  if (!(await buildBatch(ctx, segmentId))) await enqueueBuild(ctx, segmentId)
}

/** Returns whether there is nothing left to do. */
const buildBatch = (ctx: Ctx, segmentId: SegmentRow['id']): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    await lockSegments(ctx)
    const segment = await findSegment(ctx, segmentId)
    if (!segment) return (await queries.deleteMembers(ctx, segmentId, BATCH_DELETED)) < BATCH_DELETED
    if (segment.evaluatedUpTo === null) return true
    const customerIds = await queries.listCustomersAfter(ctx, segment.evaluatedUpTo, BATCH_CUSTOMERS)
    if (customerIds.length > 0) await evaluate(ctx, segment, customerIds)
    const last = customerIds.at(-1)
    if (last !== undefined && customerIds.length === BATCH_CUSTOMERS) {
      await queries.saveProgress(ctx, segmentId, last)
      return false
    }
    await queries.finishPass(ctx, segmentId)
    if (segment.status === 'building')
      await emit(ctx, 'segment.built', { segmentId, memberCount: await countOf(ctx, segmentId) })
    return true
  })

const countOf = async (ctx: Ctx, segmentId: SegmentRow['id']): Promise<number> =>
  (await findSegment(ctx, segmentId))?.memberCount ?? 0

/** Days pass, and products change collections: customers join and leave without a change of their own. */
export const refreshAllSegments: Schedule = {
  name: 'segments.refresh-all',
  cron: '40 2 * * *',
  run: async (system) => {
    for (const environment of await queries.listEnvironments(system)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      await enqueue(ctx, refreshJob, {}, { key: `segments.refresh:${ctx.environmentId}` })
    }
  },
}

/** Scores everyone by new thresholds, then evaluates the segments that depend on them or on the date. */
export const refreshJob = defineJob({
  name: 'segments.refresh',
  payload: Type.Object({}),
  run: async (ctx) => {
    await transaction(ctx, computeThresholds)
    for (let after: string | undefined = ''; after !== undefined; ) {
      ctx.signal.throwIfAborted()
      after = await scoreBatch(ctx, after)
    }
    await refreshSegments(ctx, changesOverTime)
  },
})

/** Returns the last customer; undefined when nobody is left. */
const scoreBatch = (ctx: Ctx, after: string): Promise<string | undefined> =>
  transaction(ctx, async (ctx) => {
    await lockSegments(ctx)
    const customerIds = await queries.listCustomersAfter(ctx, after, BATCH_CUSTOMERS)
    if (customerIds.length > 0) await scoreCustomers(ctx, customerIds)
    return customerIds.length < BATCH_CUSTOMERS ? undefined : customerIds.at(-1)
  })

const refreshSegments = (ctx: Ctx, isAffected: (filter: Filter) => boolean): Promise<void> =>
  transaction(ctx, async (ctx) => {
    await lockSegments(ctx)
    for (const { id, filter } of await queries.listAllSegments(ctx)) {
      if (!isAffected(filter)) continue
      await queries.startPass(ctx, id)
      await enqueueBuild(ctx, id)
    }
  })

import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { assertReferencesExist } from '../catalog/references/references.ts'
import { listCustomers } from '../customers/customers.ts'
import type { Customer } from '../customers/schemas.ts'
import { assertValidFilter, filterReferences } from './compile-filter.ts'
import { startBuild } from './memberships/memberships.ts'
import * as queries from './queries.ts'
import {
  type Filter,
  MAX_SEGMENTS,
  type MembersQuery,
  type NewSegment,
  type Segment,
  type SegmentAudit,
  type SegmentChanges,
  type SegmentPreview,
  type SegmentsQuery,
} from './schemas.ts'

const SAMPLE_SIZE = 10

export async function createSegment(ctx: Ctx, { name, filter }: NewSegment): Promise<Segment> {
  assertValidFilter(filter)
  return transaction(ctx, async (ctx) => {
    await queries.lockSegments(ctx)
    if ((await queries.countSegments(ctx)) >= MAX_SEGMENTS) {
      throw new AppError('conflict', `A shop can have at most ${MAX_SEGMENTS} segments. Delete one you don’t use.`, {
        fields: { limit: MAX_SEGMENTS },
      })
    }
    await assertReferencesExist(ctx, 'segment', filterReferences(filter), [])
    const id = newId('seg')
    await queries.insertSegment(ctx, { id, name, filter })
    await emit(ctx, 'segment.created', { segmentId: id })
    await startBuild(ctx, id)
    return getSegment(ctx, id)
  })
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export async function updateSegment(
  ctx: Ctx,
  id: Segment['id'],
  { name, filter }: SegmentChanges,
  ifMatch: string | undefined,
): Promise<Segment> {
  if (filter) assertValidFilter(filter)
  return transaction(ctx, async (ctx) => {
    await queries.lockSegments(ctx)
    const before = await getSegment(ctx, id)
    assertIfMatch(ifMatch, before.version)
    await queries.updateName(ctx, id, name ?? before.name)
    await emit(ctx, 'segment.updated', { segmentId: id })
    if (filter && JSON.stringify(filter) !== JSON.stringify(before.filter)) {
      await assertReferencesExist(ctx, 'segment', filterReferences(filter), filterReferences(before.filter))
      await queries.updateFilter(ctx, id, filter)
      await startBuild(ctx, id)
    }
    return getSegment(ctx, id)
  })
}

export function deleteSegment(ctx: Ctx, id: Segment['id'], ifMatch: string | undefined): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.lockSegments(ctx)
    await queries.blockPromotions(ctx, id)
    assertIfMatch(ifMatch, (await getSegment(ctx, id)).version)
    await assertUnused(ctx, id)
    await queries.deleteSegment(ctx, id)
    await emit(ctx, 'segment.deleted', { segmentId: id })
    await startBuild(ctx, id)
  })
}

async function assertUnused(ctx: Ctx, id: Segment['id']): Promise<void> {
  const promotions = await queries.listPromotionsFor(ctx, id)
  if (promotions.length === 0) return
  const titles = promotions.map(({ title }) => `“${title}”`).join(', ')
  throw new AppError('conflict', `Promotions use this segment: ${titles}. Remove it from their conditions first.`, {
    fields: { promotionIds: promotions.map((promotion) => promotion.id) },
  })
}

export async function getSegment(ctx: Ctx, id: string): Promise<Segment> {
  return toSegment(await getRow(ctx, id))
}

async function getRow(ctx: Ctx, id: string): Promise<queries.SegmentRow> {
  const row = await queries.findSegment(ctx, id)
  if (!row) throw notFound('segment', id)
  return row
}

const toSegment = ({ evaluatedUpTo: _, ...segment }: queries.SegmentRow): Segment => segment

export async function listSegments(ctx: Ctx, query: SegmentsQuery): Promise<Page<Segment>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listSegments(ctx, page), page)
  return { data: data.map(toSegment), nextCursor }
}

/** Counts the customers who would be members, without storing anything. */
export async function previewSegment(ctx: Ctx, filter: Filter): Promise<SegmentPreview> {
  assertValidFilter(filter)
  await assertReferencesExist(ctx, 'segment', filterReferences(filter), [])
  const count = await queries.countMatching(ctx, filter)
  return { count, sample: count > 0 ? await queries.sampleMatching(ctx, filter, SAMPLE_SIZE) : [] }
}

export async function listMembers(ctx: Ctx, id: Segment['id'], query: MembersQuery): Promise<Page<Customer>> {
  await getSegment(ctx, id)
  return listCustomers(ctx, { ...query, segmentId: id })
}

/** Evaluates all customers again and compares the result with the stored members. */
export async function auditSegment(ctx: Ctx, id: Segment['id']): Promise<SegmentAudit> {
  const segment = await getRow(ctx, id)
  return { ...(await queries.auditMembers(ctx, segment)), status: segment.status }
}

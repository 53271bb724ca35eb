import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { touchPricing } from '../pricing/version.ts'
import type { Selection } from './benefit-schema.ts'
import { codeOf } from './code-text.ts'
import { refuseUnknown } from './named-ids.ts'
import * as queries from './queries.ts'
import { refuseUnfit } from './rule-faults.ts'
import { fromAmounts, fromBenefit, fromConditions, toAmounts, toBenefit, toConditions } from './rule-parts.ts'
import type { NewPromotion, Promotion, PromotionChanges, PromotionsQuery, Use, UsesQuery } from './schemas.ts'

export function createPromotion(ctx: Ctx, wanted: NewPromotion): Promise<Promotion> {
  return transaction(ctx, async (ctx) => {
    refuseUnfit(wanted)
    const { trigger } = wanted
    const draft = draftOf(wanted, { ...EMPTY, id: newId('promo'), trigger, benefit: toBenefit(wanted.benefit) })
    refuseUnfitDates(draft)
    await refuseUnknown(ctx, draft)
    await queries.insertPromotion(ctx, draft)
    return told(ctx, 'promotion.created', draft.id)
  })
}

/** What is not named stays as it is; `ifMatch` refuses a change of what somebody else has changed meanwhile. */
export function changePromotion(
  ctx: Ctx,
  id: Promotion['id'],
  changes: PromotionChanges,
  ifMatch?: string,
): Promise<Promotion> {
  return transaction(ctx, async (ctx) => {
    refuseUnfit(changes)
    const before = await holdPromotion(ctx, id, ifMatch)
    const draft = draftOf(changes, before)
    refuseUnfitDates(draft)
    await refuseUnknown(ctx, draft, before)
    await queries.updatePromotion(ctx, draft)
    return told(ctx, 'promotion.updated', id)
  })
}

/** What was used stays known. What a checkout was promised must not vanish under its hands. */
export function deletePromotion(ctx: Ctx, id: Promotion['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await holdPromotion(ctx, id, ifMatch)
    if (await queries.isReserved(ctx, id)) {
      throw new AppError(
        'conflict',
        'Checkouts under way have reserved it. Set enabled to false, so that no others do, and delete it when they are done.',
      )
    }
    await queries.deletePromotion(ctx, id)
    await emit(ctx, 'promotion.deleted', { promotionId: id })
    await touchPricing(ctx)
  })
}

export async function getPromotion(ctx: Ctx, id: string): Promise<Promotion> {
  return wireOf(ctx, await readRow(ctx, id))
}

export async function listPromotions(ctx: Ctx, query: PromotionsQuery): Promise<Page<Promotion>> {
  const page = keyset(query)
  const q = query.q?.trim() || null
  const search = { title: q, code: q && codeOf(q) }
  const { data, nextCursor } = toPage(await queries.listPromotions(ctx, page, query, search), page)
  return { data: data.map((row) => wireOf(ctx, row)), nextCursor }
}

export async function listUses(ctx: Ctx, id: string, query: UsesQuery): Promise<Page<Use>> {
  const page = keyset(query)
  await readRow(ctx, id)
  return toPage(await queries.listUses(ctx, id, page, query), page)
}

/** Nobody else changes it, or takes a use of it, until the transaction ends. */
export async function holdPromotion(ctx: Ctx, id: string, ifMatch?: string): Promise<queries.PromotionRow> {
  if (!(await queries.lockPromotion(ctx, id))) throw notFound('promotion', id)
  const row = await readRow(ctx, id)
  refuseStale(ifMatch, row.version)
  return row
}

/** What every change ends with: the event, the news that all carts are priced anew, and the promotion as it is now. */
export async function told(
  ctx: Ctx,
  event: 'promotion.created' | 'promotion.updated',
  id: Promotion['id'],
): Promise<Promotion> {
  await emit(ctx, event, { promotionId: id })
  await touchPricing(ctx)
  return getPromotion(ctx, id)
}

export async function readRow(ctx: Ctx, id: string): Promise<queries.PromotionRow> {
  const row = await queries.readPromotion(ctx, id)
  if (!row) throw notFound('promotion', id)
  return row
}

const wireOf = ({ now }: Ctx, row: queries.PromotionRow): Promotion => ({
  ...row,
  status: statusOf(row, now),
  items: row.items as Selection,
  conditions: fromConditions(row.conditions),
  benefit: fromBenefit(row.benefit),
  budgets: row.budgets && fromAmounts(row.budgets),
  spent: fromAmounts(row.spent),
})

/** As the list's filter has it (`queries.ts`). */
function statusOf({ enabled, startsAt, endsAt }: queries.PromotionRow, now: Date): Promotion['status'] {
  if (!enabled) return 'disabled'
  if (startsAt !== null && Date.parse(startsAt) > now.getTime()) return 'scheduled'
  return endsAt !== null && Date.parse(endsAt) <= now.getTime() ? 'ended' : 'active'
}

function refuseUnfitDates({ startsAt, endsAt }: queries.PromotionDraft): void {
  if (startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)) return
  throw invalidRequest('It would end before it begins.', [{ path: '/endsAt', message: 'must be later than the start' }])
}

const EMPTY: Omit<queries.PromotionDraft, 'id' | 'trigger' | 'benefit'> = {
  title: '',
  enabled: true,
  startsAt: null,
  endsAt: null,
  priority: 100,
  exclusiveGroup: null,
  combinesWith: { line: false, order: false, shipping: false },
  items: {},
  conditions: {},
  usageLimit: null,
  usesPerCustomer: null,
  budgets: null,
}

const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given)

/** What is given, on top of what is there. */
const draftOf = (given: PromotionChanges, kept: queries.PromotionDraft): queries.PromotionDraft => ({
  id: kept.id,
  trigger: kept.trigger,
  title: or(given.title, kept.title),
  enabled: or(given.enabled, kept.enabled),
  startsAt: or(given.startsAt, kept.startsAt),
  endsAt: or(given.endsAt, kept.endsAt),
  priority: or(given.priority, kept.priority),
  exclusiveGroup: or(given.exclusiveGroup, kept.exclusiveGroup),
  combinesWith: { ...kept.combinesWith, ...given.combinesWith },
  items: or(given.items, kept.items),
  conditions: given.conditions ? toConditions(given.conditions) : kept.conditions,
  benefit: given.benefit ? toBenefit(given.benefit) : kept.benefit,
  usageLimit: or(given.usageLimit, kept.usageLimit),
  usesPerCustomer: or(given.usesPerCustomer, kept.usesPerCustomer),
  budgets: given.budgets ? toAmounts(given.budgets) : or(given.budgets, kept.budgets),
})

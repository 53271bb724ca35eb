import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import type { Schedule } from '../../jobs/job.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import { normalizeCode } from './codes/codes.ts'
import * as queries from './queries.ts'
import {
  toAmounts,
  toBenefitResponse,
  toConditionsResponse,
  toMoneyList,
  toStoredBenefit,
  toStoredConditions,
} from './rule-conversion.ts'
import type { Selection } from './rule-schemas.ts'
import type {
  NewPromotion,
  Promotion,
  PromotionChanges,
  PromotionsQuery,
  PromotionUse,
  PromotionUsesQuery,
} from './schemas.ts'
import * as useQueries from './use-queries.ts'
import { assertReferencesExist, assertValidRules } from './validate-promotion.ts'

export function createPromotion(ctx: Ctx, input: NewPromotion): Promise<Promotion> {
  return transaction(ctx, async (ctx) => {
    assertValidRules(input)
    const { trigger } = input
    const draft = mergeDraft(input, {
      ...DEFAULTS,
      id: newId('promo'),
      trigger,
      benefit: toStoredBenefit(input.benefit),
    })
    assertValidDates(draft)
    await assertReferencesExist(ctx, draft)
    await queries.insertPromotion(ctx, draft)
    return emitPromotionChange(ctx, 'promotion.created', draft.id)
  })
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function changePromotion(
  ctx: Ctx,
  id: Promotion['id'],
  changes: PromotionChanges,
  ifMatch?: string,
): Promise<Promotion> {
  return transaction(ctx, async (ctx) => {
    assertValidRules(changes)
    const before = await lockPromotion(ctx, id, ifMatch)
    const draft = mergeDraft(changes, before)
    assertValidDates(draft)
    await assertReferencesExist(ctx, draft, before)
    await queries.updatePromotion(ctx, draft)
    return emitPromotionChange(ctx, 'promotion.updated', id)
  })
}

/** Uses stay on record. A promotion reserved by a checkout in progress can't be deleted. */
export function deletePromotion(ctx: Ctx, id: Promotion['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockPromotion(ctx, id, ifMatch)
    if (await queries.hasReservations(ctx, id)) {
      throw new AppError(
        'conflict',
        'Checkouts in progress have reserved this promotion. Set active to false to prevent new ones, and delete it when they are done.',
      )
    }
    await queries.deletePromotion(ctx, id)
    await emit(ctx, 'promotion.deleted', { promotionId: id })
    await bumpPricingVersion(ctx)
  })
}

export async function getPromotion(ctx: Ctx, id: string): Promise<Promotion> {
  return toPromotionResponse(ctx, await getPromotionRow(ctx, id))
}

export async function listPromotions(ctx: Ctx, query: PromotionsQuery): Promise<Page<Promotion>> {
  const page = keyset(query)
  const q = query.q?.trim() || null
  const search = { title: q, code: q && normalizeCode(q) }
  const { data, nextCursor } = toPage(await queries.listPromotions(ctx, page, query, search), page)
  return { data: data.map((row) => toPromotionResponse(ctx, row)), nextCursor }
}

export async function listUses(ctx: Ctx, id: string, query: PromotionUsesQuery): Promise<Page<PromotionUse>> {
  const page = keyset(query)
  await getPromotionRow(ctx, id)
  return toPage(await queries.listUses(ctx, id, page, query), page)
}

/** Until the transaction ends, nobody else can change the promotion or reserve a use. */
export async function lockPromotion(ctx: Ctx, id: string, ifMatch?: string): Promise<queries.PromotionRow> {
  if (!(await queries.lockPromotion(ctx, id))) throw notFound('promotion', id)
  const row = await getPromotionRow(ctx, id)
  assertIfMatch(ifMatch, row.version)
  return row
}

/** Every change ends with this: emits the event, reprices all carts, and returns the current promotion. */
export async function emitPromotionChange(
  ctx: Ctx,
  event: 'promotion.created' | 'promotion.updated',
  id: Promotion['id'],
): Promise<Promotion> {
  await emit(ctx, event, { promotionId: id })
  await bumpPricingVersion(ctx)
  return getPromotion(ctx, id)
}

export async function getPromotionRow(ctx: Ctx, id: string): Promise<queries.PromotionRow> {
  const row = await queries.findPromotion(ctx, id)
  if (!row) throw notFound('promotion', id)
  return row
}

const toPromotionResponse = ({ now }: Ctx, row: queries.PromotionRow): Promotion => ({
  ...row,
  status: deriveStatus(row, now),
  items: row.items as Selection,
  conditions: toConditionsResponse(row.conditions),
  benefit: toBenefitResponse(row.benefit),
  budgets: row.budgets && toMoneyList(row.budgets),
  spent: toMoneyList(row.spent),
})

/** Must match the list's filter (`queries.ts`). */
function deriveStatus({ active, startsAt, endsAt }: queries.PromotionRow, now: Date): Promotion['status'] {
  if (!active) return 'inactive'
  if (startsAt !== null && Date.parse(startsAt) > now.getTime()) return 'scheduled'
  return endsAt !== null && Date.parse(endsAt) <= now.getTime() ? 'ended' : 'active'
}

function assertValidDates({ startsAt, endsAt }: queries.PromotionDraft): void {
  if (startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)) return
  throw invalidRequest('The promotion would end before it starts.', [
    { path: '/endsAt', message: 'must be later than the start' },
  ])
}

const DEFAULTS: Omit<queries.PromotionDraft, 'id' | 'trigger' | 'benefit'> = {
  title: '',
  active: true,
  startsAt: null,
  endsAt: null,
  priority: 100,
  exclusiveGroup: null,
  combinesWith: { item: false, order: false, shipping: false },
  items: {},
  conditions: {},
  usageLimit: null,
  usesPerCustomer: null,
  budgets: null,
}

const valueOr = <T>(value: T | undefined, fallback: T): T => (value === undefined ? fallback : value)

/** Applies the changes to the existing promotion. */
const mergeDraft = (changes: PromotionChanges, existing: queries.PromotionDraft): queries.PromotionDraft => ({
  id: existing.id,
  trigger: existing.trigger,
  title: valueOr(changes.title, existing.title),
  active: valueOr(changes.active, existing.active),
  startsAt: valueOr(changes.startsAt, existing.startsAt),
  endsAt: valueOr(changes.endsAt, existing.endsAt),
  priority: valueOr(changes.priority, existing.priority),
  exclusiveGroup: valueOr(changes.exclusiveGroup, existing.exclusiveGroup),
  combinesWith: { ...existing.combinesWith, ...changes.combinesWith },
  items: valueOr(changes.items, existing.items),
  conditions: changes.conditions ? toStoredConditions(changes.conditions) : existing.conditions,
  benefit: changes.benefit ? toStoredBenefit(changes.benefit) : existing.benefit,
  usageLimit: valueOr(changes.usageLimit, existing.usageLimit),
  usesPerCustomer: valueOr(changes.usesPerCustomer, existing.usesPerCustomer),
  budgets: changes.budgets ? toAmounts(changes.budgets) : valueOr(changes.budgets, existing.budgets),
})

/*
 * Call these inside the transaction of a checkout or an order. Each takes at most two statements for any number of
 * promotions, and a third when a promotion's exhausted state changes: only then must carts be repriced. After
 * reserving or releasing, others who need the same promotion wait for the transaction's end, so do it late.
 */

/**
 * Reserves one use of each promotion for this holder until `expiresAt`, or none, and throws `promotion_exhausted`.
 * Replaces the holder's earlier reservations, so it can be called again whenever the cart changes. `isLocked`: an
 * earlier statement of the transaction has locked the promotions.
 */
export async function reserveUses(
  ctx: Ctx,
  holder: string,
  uses: useQueries.NewUse[],
  expiresAt: Date,
  isLocked = false,
): Promise<void> {
  const promotionIds = uses.map(({ promotionId }) => promotionId)
  const lockedCount = isLocked ? uses.length : await useQueries.lockPromotions(ctx, holder, promotionIds)
  if (lockedCount === 0 && uses.length === 0) return
  const results = await useQueries.reserveUses(ctx, holder, uses, expiresAt)
  const rejected = results.filter(({ refusal }) => refusal !== null)
  if (rejected.length > 0) throw usedUpError(rejected)
  if (results.length > 0) await bumpPricingVersion(ctx)
}

/**
 * Turns reserved uses into used ones when the order is created, under `newHolder` if given. Returns how many. A
 * checkout leaves this to the job: reserved uses already count, and every buyer saves a statement.
 */
export const confirmUses = (ctx: Ctx, holder: string, newHolder = holder): Promise<number> =>
  useQueries.markUsed(ctx, holder, newHolder)

/** Releases everything the holder has reserved or used, after the checkout ended or the order was canceled. */
export const releaseUses = (ctx: Ctx, holder: string): Promise<void> => releaseHolderUses(ctx, holder, false)

async function releaseHolderUses(ctx: Ctx, holder: string, onlyExpired: boolean): Promise<void> {
  await useQueries.lockPromotions(ctx, holder, [])
  if ((await useQueries.releaseUses(ctx, holder, onlyExpired)).length > 0) await bumpPricingVersion(ctx)
}

/** Per run; the job runs every minute. */
const MAX_HOLDERS = 1000

/** Processes each holder separately: one that is locked must not delay the others. Uses of an order don't expire. */
export const releaseExpiredUses: Schedule = {
  name: 'promotions.release-expired',
  cron: '* * * * *',
  run: async (system) => {
    for (const { holder, ...environment } of await useQueries.listHoldersWithOrders(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      await confirmUses({ ...system, ...environment, caller: { kind: 'system' } }, holder)
    }
    for (const { holder, ...environment } of await useQueries.listExpiredHolders(system, MAX_HOLDERS)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      await transaction(ctx, (ctx) => releaseHolderUses(ctx, holder, true))
    }
  },
}

const REASON_MESSAGES: Record<useQueries.RejectionReason, string> = {
  inactive: 'is no longer active',
  usage_limit: 'has reached its usage limit',
  code_limit: 'can’t be used, because its code has reached the usage limit',
  customer_limit: 'has reached its usage limit for this customer',
  budget: 'has too little budget left',
}

/** Each detail has the promotion and the reason for programs. */
function usedUpError(rejected: useQueries.ReservationResult[]): AppError {
  const rejections = rejected.map(({ promotionId, title, refusal }) => {
    const reason = refusal ?? 'inactive'
    return {
      reason,
      path: `/promotions/${promotionId}`,
      promotionId,
      message: `"${title ?? 'A promotion'}" ${REASON_MESSAGES[reason]}.`,
    }
  })
  return new AppError(
    'promotion_exhausted',
    `${rejections.map(({ message }) => message).join(' ')} Get the cart to see its new total.`,
    {
      details: rejections,
    },
  )
}

import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toAmountsByCurrency, toMoneyList } from '../../kit/money-list.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import { normalizeCode } from './codes/codes.ts'
import * as queries from './queries.ts'
import { toBenefitResponse, toConditionsResponse, toStoredBenefit, toStoredConditions } from './rule-conversion.ts'
import type { Selection } from './rule-schemas.ts'
import type {
  NewPromotion,
  Promotion,
  PromotionChanges,
  PromotionsQuery,
  PromotionUse,
  PromotionUsesQuery,
} from './schemas.ts'
import { assertRuleReferencesExist, assertValidRules } from './validate-promotion.ts'

export function createPromotion(ctx: Ctx, input: NewPromotion): Promise<Promotion> {
  return transaction(ctx, async (ctx) => {
    assertValidRules(input)
    const draft = toDraft(input)
    assertValidDates(draft)
    await assertRuleReferencesExist(ctx, draft)
    await queries.insertPromotion(ctx, draft)
    return emitPromotionChange(ctx, 'promotion.created', draft.id)
  })
}

export const toDraft = (input: NewPromotion): queries.PromotionDraft =>
  mergeDraft(input, {
    ...DEFAULTS,
    id: newId('promo'),
    trigger: input.trigger,
    benefit: toStoredBenefit(input.benefit),
  })

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
    if (before.managed && !isDeepStrictEqual(draft.benefit, before.benefit)) {
      throw managedError('Its benefit can’t be changed.')
    }
    assertValidDates(draft)
    await assertRuleReferencesExist(ctx, draft, before)
    await queries.updatePromotion(ctx, draft)
    return emitPromotionChange(ctx, 'promotion.updated', id)
  })
}

/** Uses stay on record. A promotion reserved by a checkout in progress can't be deleted. */
export function deletePromotion(ctx: Ctx, id: Promotion['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { managed } = await lockPromotion(ctx, id, ifMatch)
    if (managed) throw managedError('It can’t be deleted: customers have codes of it.')
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

const managedError = (reason: string) =>
  new AppError('conflict', `The loyalty program manages this promotion. ${reason} Set active to false to end it.`)

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
  redeemable:
    deriveStatus(row, now) === 'active' && !row.exhausted && (row.trigger === 'automatic' || row.code !== null),
  items: row.items as Selection,
  conditions: toConditionsResponse(row.conditions),
  benefit: toBenefitResponse(row.benefit),
  budgets: row.budgets && toMoneyList(row.budgets),
  spent: toMoneyList(row.spent),
})

/** Must match the list's filter (`queries.ts`). */
function deriveStatus(
  { active, startsAt, endsAt }: Pick<queries.PromotionRow, 'active' | 'startsAt' | 'endsAt'>,
  now: Date,
): Promotion['status'] {
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
  usageLimitPerCustomer: null,
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
  usageLimitPerCustomer: valueOr(changes.usageLimitPerCustomer, existing.usageLimitPerCustomer),
  budgets: changes.budgets ? toAmountsByCurrency(changes.budgets) : valueOr(changes.budgets, existing.budgets),
})

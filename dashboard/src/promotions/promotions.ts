import type { ListItem, RequestBody } from '../api.ts'
import { resource, useReadList } from '../resource.ts'

export type Promotion = ListItem<'/v1/promotions'>
/** What the form sends; fields it omits keep their value. */
export type PromotionInput = Required<Omit<RequestBody<'/v1/promotions', 'post'>, 'trigger' | 'budgets'>>
export type PromotionTrigger = Promotion['trigger']
export type ItemSelection = Promotion['items']
export type PromotionConditions = Promotion['conditions']
export type Benefit = Promotion['benefit']
export type BenefitKind = Benefit['kind']
export type BenefitTier = Extract<Benefit, { kind: 'tiered' }>['tiers'][number]
export type DiscountTarget = keyof Promotion['combinesWith']
export type PromotionUse = ListItem<'/v1/promotions/{id}/uses'>

/** Uses are counted with every sale. */
export const LIVE = { staleTime: 0 }

export const promotions = resource('/v1/promotions', LIVE)

export const usePromotionUses = (id: string) =>
  useReadList('/v1/promotions/{id}/uses', { params: { id }, query: { limit: 20 } }, LIVE)

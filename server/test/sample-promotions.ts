import type { Ctx } from '../src/ctx.ts'
import type { NewPromotion } from '../src/modules/promotions/schemas.ts'
import type { ApiClient, Shop } from './open-shop.ts'

const PROMOTIONS = '/v1/promotions'

export const TEN_PERCENT = {
  title: 'Ten percent',
  trigger: 'code',
  benefit: { kind: 'percentage', target: 'order', percentage: 10 },
} satisfies NewPromotion

export async function addPromotion(caller: Pick<ApiClient, 'post'>, more: Partial<NewPromotion> = {}) {
  const response = await caller.post(PROMOTIONS, { ...TEN_PERCENT, ...more })
  if (response.status !== 201) throw new Error(`no promotion was made: ${JSON.stringify(response.body)}`)
  return response.body
}

export async function addCodes(caller: Pick<ApiClient, 'post'>, promotionId: string, input: object): Promise<string[]> {
  const response = await caller.post(`${PROMOTIONS}/${promotionId}/codes`, input)
  if (response.status !== 201) throw new Error(`no codes were made: ${JSON.stringify(response.body)}`)
  return response.body.codes
}

/** The context of a checkout: no route calls these functions yet. */
export const checkoutCtx = ({ server, live }: Shop): Ctx => ({
  ...server.system,
  ...live,
  now: new Date(),
  caller: { kind: 'system' },
})

const AUDIT = `
  select promotions.id, promotions.usage_count, count(uses.id)::int as counted, spent, coalesce(
    (select jsonb_object_agg(currency, total) from (
      select currency, sum(amount) as total from promotion_uses as each
      where each.environment_id = promotions.environment_id and each.promotion_id = promotions.id and status <> 'released'
      group by currency having sum(amount) <> 0) as sums), '{}') as summed,
    (select count(*)::int from promotion_codes as codes
      where codes.environment_id = promotions.environment_id and codes.promotion_id = promotions.id and codes.usage_count <> (
        select count(*) from promotion_uses as each
        where each.environment_id = codes.environment_id and each.promotion_id = codes.promotion_id
          and each.code = codes.code and status <> 'released')) as wrong_codes
  from promotions
  left join promotion_uses as uses on uses.environment_id = promotions.environment_id
    and uses.promotion_id = promotions.id and uses.status <> 'released'
  group by promotions.environment_id, promotions.id`

/** Recounts all uses and returns the counters that differ. */
export async function findUsageDrift({ server }: Shop): Promise<object[]> {
  const { rows } = await server.db.pool.query(
    `select * from (${AUDIT}) as audit where usage_count <> counted or spent <> summed or wrong_codes > 0`,
  )
  return rows
}

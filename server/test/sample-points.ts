import { expect } from 'vitest'
import { earnPoints } from '../src/modules/loyalty/earning/earning.ts'
import type { Shop } from './open-shop.ts'
import { systemCtx } from './placed-order.ts'
import { expectCleanLedger } from './sample-ledger.ts'

/** 100 points are worth one euro. */
export async function createProgram({ api }: Pick<Shop, 'api'>, more: object = {}) {
  const pointValues = [{ currency: 'EUR', points: 100, amount: 100 }]
  const response = await api.send('PUT', '/v1/loyalty/program', { name: 'Acorns', active: true, pointValues, ...more })
  expect([response.status, response.body?.error]).toEqual([200, undefined])
  return response.body
}

export async function grantPoints({ api }: Pick<Shop, 'api'>, customerId: string, points: number) {
  const response = await api.post(`/v1/loyalty/accounts/${customerId}/entries`, { points, reason: 'A gift' })
  expect([response.status, response.body?.error]).toEqual([201, undefined])
  return response.body
}

/** The order was paid at the moment its points are calculated: with a later one they would still be pending. */
export function earnPointsNow(shop: Shop, orderId: string): Promise<void> {
  const now = new Date()
  return earnPoints(systemCtx(shop, now), orderId, now)
}

export const pointsBalance = async ({ api }: Pick<Shop, 'api'>, customerId: string): Promise<number> =>
  (await api.get(`/v1/loyalty/accounts/${customerId}`)).body.balance

/** Entries of an account, oldest first. */
export async function listPointEntries(
  { api }: Pick<Shop, 'api'>,
  customerId: string,
): Promise<[string, number, number][]> {
  const { data } = (await api.get(`/v1/loyalty/accounts/${customerId}/entries?limit=100`)).body
  return data
    .toReversed()
    .map(({ kind, points, balanceAfter }: { kind: string; points: number; balanceAfter: number }) => [
      kind,
      points,
      balanceAfter,
    ])
}

/** The remaining points of available lots are the balance, unless that is negative. */
export async function expectLotsToMatch(shop: Pick<Shop, 'api' | 'server' | 'live'>) {
  await expectCleanLedger(shop)
  const { rows } = await shop.server.db.pool.query(
    `select customer_id, balance, (
       select coalesce(sum(remaining), 0) from loyalty_lots as lot
       where lot.environment_id = account.environment_id and lot.customer_id = account.customer_id and state = 'available'
     )::bigint as lots
     from loyalty_accounts as account where environment_id = $1`,
    [shop.live.environmentId],
  )
  for (const { balance, lots } of rows) expect(Number(lots)).toBe(Math.max(0, Number(balance)))
}

import { expect } from 'vitest'
import type { Shop } from './open-shop.ts'

/** Hundred points are a euro. */
export async function openProgram({ api }: Pick<Shop, 'api'>, more: object = {}) {
  const pointValues = [{ currency: 'EUR', points: 100, amount: 100 }]
  const answer = await api.send('PUT', '/v1/loyalty/program', { name: 'Acorns', active: true, pointValues, ...more })
  expect([answer.status, answer.body?.error]).toEqual([200, undefined])
  return answer.body
}

export async function givePoints({ api }: Pick<Shop, 'api'>, customerId: string, points: number) {
  const answer = await api.post(`/v1/loyalty/accounts/${customerId}/entries`, { points, reason: 'A gift' })
  expect([answer.status, answer.body?.error]).toEqual([201, undefined])
  return answer.body
}

export const pointsOf = async ({ api }: Pick<Shop, 'api'>, customerId: string): Promise<number> =>
  (await api.get(`/v1/loyalty/accounts/${customerId}`)).body.balance

/** Of an account, oldest first. */
export async function pointEntries(
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

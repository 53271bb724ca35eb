import { expect } from 'vitest'
import type { Shop } from './open-shop.ts'

/** Every balance is the sum of its entries, and every transaction adds up to zero. */
export async function expectCleanLedger({ api }: Pick<Shop, 'api'>) {
  const { status, body } = await api.get('/v1/ledger/audit')
  expect([status, body.drift, body.unbalanced]).toEqual([200, [], []])
}

/** What the shop owes today, one row per account type and unit. */
export async function listLiabilities({ api }: Pick<Shop, 'api'>, date?: string) {
  const { status, body } = await api.get(date ? `/v1/ledger/liability?from=${date}&to=${date}` : '/v1/ledger/liability')
  expect(status).toBe(200)
  const last = body.data.at(-1)?.date
  return body.data.filter((row: { date: string }) => row.date === last)
}

import { expect } from 'vitest'
import { type Ctx, type Environment, transaction } from '../src/ctx.ts'
import { emitAll } from '../src/events/emit.ts'
import { debitCards, releaseCards, restoreCards, type Tender } from '../src/modules/gift-cards/redemption/redemption.ts'
import type { HolderReference } from '../src/modules/ledger/ledger.ts'
import { fastClock } from './fast-clock.ts'
import { openServer } from './open-server.ts'
import { openShop, type Shop } from './open-shop.ts'

/** A clock that stands still until a test moves it. */
export interface Clock {
  now: Date
}

/** A shop without rate limits; with a clock, on its own server at that clock's time. */
export async function openGiftCardShop(clock?: Clock): Promise<Shop> {
  return openShop(clock && (await openServer({ limitClock: fastClock(), clock: () => clock.now })))
}

export const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** Issues a gift card; fails when the request is rejected. */
export async function issueCard({ api }: Pick<Shop, 'api'>, amount = 5000, more: object = {}) {
  const response = await api.post('/v1/gift-cards', { amount: euros(amount), ...more })
  expect([response.status, response.body?.error?.message]).toEqual([201, undefined])
  return response.body as { id: string; code: string; last4: string; balance: object; version: number }
}

/** The context of a checkout, for a separate transaction. */
export const giftCardCtx = (shop: Shop, now = new Date(), environment: Environment = shop.live): Ctx => ({
  ...shop.server.system,
  ...environment,
  now,
  caller: { kind: 'system' },
})

export const debitCard = (shop: Shop, holder: string, tenders: Tender[], now = new Date(), environment = shop.live) =>
  transaction(giftCardCtx(shop, now, environment), async (ctx) => emitAll(ctx, await debitCards(ctx, holder, tenders)))

export const restoreCard = (shop: Shop, refund: HolderReference, cards: Omit<Tender, 'currency'>[], now = new Date()) =>
  transaction(giftCardCtx(shop, now), async (ctx) => emitAll(ctx, await restoreCards(ctx, refund, cards)))

/** Like a checkout that ends. */
export const releaseCard = (
  shop: Shop,
  release: HolderReference,
  cards: Omit<Tender, 'currency'>[],
  now = new Date(),
) => transaction(giftCardCtx(shop, now), async (ctx) => emitAll(ctx, await releaseCards(ctx, release, cards)))

export const cardBalance = async ({ api }: Shop, id: string): Promise<number> =>
  (await api.get(`/v1/gift-cards/${id}`)).body.balance.amount

/** Entries of a card, oldest first. */
export async function listCardEntries(
  { api }: Shop,
  id: string,
): Promise<[kind: string, amount: number, after: number][]> {
  const { data } = (await api.get(`/v1/gift-cards/${id}/entries?limit=100`)).body
  return data
    .toReversed()
    .map((entry: { kind: string; amount: { amount: number }; balanceAfter: { amount: number } }) => [
      entry.kind,
      entry.amount.amount,
      entry.balanceAfter.amount,
    ])
}

/** Gift card events, oldest first. */
export async function listCardEvents({
  server,
  live,
}: Shop): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await server.db.pool.query(
    "select type, data from events where environment_id = $1 and type like 'gift_card.%' order by id",
    [live.environmentId],
  )
  return rows
}

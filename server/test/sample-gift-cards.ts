import { expect } from 'vitest'
import { type Ctx, type Environment, transaction } from '../src/ctx.ts'
import { emitAll } from '../src/events/emit.ts'
import {
  debitCards,
  type Refund,
  releaseCards,
  restoreCards,
  type Tender,
} from '../src/modules/gift-cards/redemption.ts'
import { hurried } from './hurried.ts'
import { openServer } from './open-server.ts'
import { openShop, type Shop } from './open-shop.ts'

/** A clock that stands until a test moves it. */
export interface Clock {
  now: Date
}

/** A shop that may be asked as often as a test likes; alone on its server, at the time that the clock says, if one is given. */
export async function openCardShop(clock?: Clock): Promise<Shop> {
  return openShop(clock && (await openServer({ limitClock: hurried(), clock: () => clock.now })))
}

export const euros = (amount: number) => ({ amount, currency: 'EUR' })

/** Issues, and fails when it is refused. */
export async function issue({ api }: Pick<Shop, 'api'>, amount = 5000, more: object = {}) {
  const answer = await api.post('/v1/gift-cards', { amount: euros(amount), ...more })
  expect([answer.status, answer.body?.error?.message]).toEqual([201, undefined])
  return answer.body as { id: string; code: string; last4: string; balance: object; version: number }
}

/** As checkout will, in a transaction of its own. */
export const inside = (shop: Shop, now = new Date(), environment: Environment = shop.live): Ctx => ({
  ...shop.server.system,
  ...environment,
  now,
  caller: { kind: 'system' },
})

export const pay = (shop: Shop, holder: string, tenders: Tender[], now = new Date(), environment = shop.live) =>
  transaction(inside(shop, now, environment), async (ctx) => emitAll(ctx, await debitCards(ctx, holder, tenders)))

export const refund = (shop: Shop, refund: Refund, cards: Omit<Tender, 'currency'>[], now = new Date()) =>
  transaction(inside(shop, now), async (ctx) => emitAll(ctx, await restoreCards(ctx, refund, cards)))

/** As a checkout that ends. */
export const release = (shop: Shop, release: Refund, cards: Omit<Tender, 'currency'>[], now = new Date()) =>
  transaction(inside(shop, now), async (ctx) => emitAll(ctx, await releaseCards(ctx, release, cards)))

export const balanceOf = async ({ api }: Shop, id: string): Promise<number> =>
  (await api.get(`/v1/gift-cards/${id}`)).body.balance.amount

/** Of a card, oldest first. */
export async function entriesOf({ api }: Shop, id: string): Promise<[kind: string, amount: number, after: number][]> {
  const { data } = (await api.get(`/v1/gift-cards/${id}/entries?limit=100`)).body
  return data
    .toReversed()
    .map((entry: { kind: string; amount: { amount: number }; balanceAfter: { amount: number } }) => [
      entry.kind,
      entry.amount.amount,
      entry.balanceAfter.amount,
    ])
}

/** What was told of gift cards, oldest first. */
export async function cardNews({ server, live }: Shop): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await server.db.pool.query(
    "select type, data from events where environment_id = $1 and type like 'gift_card.%' order by id",
    [live.environmentId],
  )
  return rows
}

import { actorOf, type Ctx, type SystemCtx, transaction } from '../../ctx.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import type { Schedule } from '../../jobs/job.ts'
import { money } from '../../kit/money.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import { hasEnded, moveOf } from './ledger.ts'
import * as queries from './ledger-queries.ts'

/** A transaction; as many follow as are needed. */
const MAX_CARDS = 500

/** What is left on cards whose time is over is no longer owed. Until it is booked they are refused all the same. */
export const expireGiftCards: Schedule = {
  name: 'gift-cards.expire',
  cron: '*/5 * * * *',
  run: async (ctx) => {
    for (;;) {
      const due = await queries.listDue(ctx, MAX_CARDS)
      for (const { environmentId, ids } of due) await expireIn(ctx, environmentId, ids)
      if (due.length === 0 || ctx.signal.aborted) return
    }
  },
}

async function expireIn(system: SystemCtx, environmentId: string, ids: string[]): Promise<void> {
  const environment = await findEnvironmentById(system.db, environmentId)
  if (!environment) throw new Error(`The environment ${environmentId} has gift cards and does not exist`)
  const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
  await transaction(ctx, async (ctx) => {
    const held = await queries.lockCards(ctx, ids)
    // Somebody may have been faster, or have given a card more time.
    const due = held.filter((card) => card.status === 'active' && hasEnded(ctx, card))
    await emitAll(ctx, await bookOut(ctx, due))
  })
}

/** Of cards that are held and have ended, so much as `balance` says; answers what is to be told. */
export async function bookOut(ctx: Ctx, ended: queries.HeldCard[]): Promise<NewEvent[]> {
  if (ended.length === 0) return []
  const moves = ended.map((card) => moveOf(card, endOf(card), -card.balance))
  await queries.writeMoves(ctx, moves, actorOf(ctx.caller))
  return ended.map((card) => ({
    type: `gift_card.${endOf(card)}`,
    data: { giftCardId: card.id, bookedOut: money(card.balance, card.currency) },
  }))
}

const endOf = ({ status }: queries.HeldCard) => (status === 'deactivated' ? 'deactivated' : 'expired')

import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit, type NewEvent } from '../../events/emit.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { createValue } from '../audit/value-creation.ts'
import { worthOf } from '../pricing/points.ts'
import * as ledger from './ledger-queries.ts'
import { getProgram } from './program.ts'
import * as queries from './queries.ts'
import { type Account, type EntriesQuery, type Entry, MAX_POINTS, type NewEntry } from './schemas.ts'

/** An account begins with its first entry. */
export async function getAccount(ctx: Ctx, customerId: string): Promise<Account> {
  const account = await queries.findAccount(ctx, customerId)
  if (!account) throw notFound('loyalty account', customerId)
  const { pointValues } = await getProgram(ctx)
  const worth = pointValues.map((value) => money(worthOf(account.balance, value), value.currency))
  return { ...account, worth }
}

/** By hand: points that staff gives or takes away. */
export function adjustPoints(ctx: Ctx, customerId: string, { points, reason }: NewEntry): Promise<Account> {
  if (points === 0) {
    throw invalidRequest('No points are none to add.', [{ path: '/points', message: 'must be above or below zero' }])
  }
  return transaction(ctx, async (ctx) => {
    if (points > 0) await ledger.openAccount(ctx, customerId)
    // Held before its entry gets a name, so that entries follow each other as balances do.
    if ((await ledger.lockAccount(ctx, customerId)) === 0) throw notFound('loyalty account', customerId)
    const row = { entryId: newId('lpe'), customerId, kind: 'adjusted', points, reason } as const
    const moved = await ledger.move(ctx, row, MAX_POINTS, actorOf(ctx.caller))
    const account = await getAccount(ctx, customerId)
    if (!moved) throw refused(`there are ${account.balance}, and an account holds from 0 to ${MAX_POINTS}`, '/points')
    await createValue(ctx, 'loyalty_points.adjusted', customerId, { points, reason })
    const { type, data } = balanceNews(customerId, 'adjusted', points, moved.balance, null)
    await emit(ctx, type, data)
    return account
  })
}

export async function listEntries(ctx: Ctx, customerId: string, query: EntriesQuery): Promise<Page<Entry>> {
  await getAccount(ctx, customerId)
  const page = keyset(query)
  return toPage(await ledger.listEntries(ctx, page, customerId), page)
}

/** Why points can't be moved: what is told to whoever wanted to. */
export const refused = (why: string, path?: string): AppError =>
  new AppError('points_refused', `These points can’t be had: ${why}.`, {
    ...(path !== undefined && { details: [{ path, message: why }] }),
  })

type BalanceChanged = Extract<NewEvent, { type: 'loyalty_account.balance_changed' }>

export const balanceNews = (
  customerId: string,
  kind: BalanceChanged['data']['kind'],
  change: number,
  balance: number,
  holder: string | null,
): BalanceChanged => ({
  type: 'loyalty_account.balance_changed',
  data: { customerId, kind, change, balance, holder },
})

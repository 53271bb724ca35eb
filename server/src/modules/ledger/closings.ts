import { actorOf, type Ctx, hasAdminRights, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { auditAction } from '../audit/audit.ts'
import * as queries from './queries.ts'
import type { ClosingsQuery, ClosingTotal, LedgerAudit, LedgerClosing, NewLedgerClosing } from './schemas.ts'

const DAY_MS = 86_400_000
/** Longer than any transaction: none that began in the period can still add to it. */
const MARGIN_MS = 3_600_000

/** When the day is over, in UTC. */
const endOf = (day: string) => new Date(Date.parse(day) + DAY_MS)

/**
 * Records what the shop owed at the end of a period. Nothing is booked in it any more: a refund of an older order belongs
 * to the period in which it is made. A closing is final, since what was reported does not change.
 */
export async function closePeriod(ctx: Ctx, { through }: NewLedgerClosing): Promise<LedgerClosing> {
  if (!hasAdminRights(ctx.caller)) {
    throw new AppError('forbidden', 'You need the admin role or a full key to close a period of the ledger.')
  }
  if (endOf(through).getTime() + MARGIN_MS > ctx.now.getTime()) {
    throw invalidRequest('This day is not over.', [
      { path: '/through', message: 'must be a day that ended at least an hour ago, in UTC' },
    ])
  }
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { through: closedThrough } = await queries.findClosedThrough(ctx)
    if (closedThrough !== null && through <= closedThrough) {
      throw new AppError('conflict', `The ledger is already closed through ${closedThrough}. Choose a later day.`, {
        fields: { closedThrough },
      })
    }
    const totals = (await queries.listLiabilities(ctx, through, through)).map(({ date: _, ...total }) => total)
    await auditAction(ctx, 'ledger.closed', through)
    return queries.insertClosing(ctx, { id: newId('lcl'), through, totals, actor: actorOf(ctx.caller) })
  })
}

export async function listClosings(ctx: Ctx, query: ClosingsQuery): Promise<Page<LedgerClosing>> {
  const page = keyset(query)
  return toPage(await queries.listClosings(ctx, page), page)
}

/** More than a closing per day of a hundred years. */
const ALL_CLOSINGS = { before: '~', take: 40_000 }

export async function auditLedger(ctx: Ctx): Promise<LedgerAudit> {
  const balances = await queries.auditBalances(ctx)
  const closings = (await queries.listClosings(ctx, ALL_CLOSINGS)).sort((a, b) => a.through.localeCompare(b.through))
  return { ...balances, changedClosings: closings.length === 0 ? [] : await listChangedClosings(ctx, closings) }
}

async function listChangedClosings(ctx: Ctx, closings: LedgerClosing[]): Promise<LedgerAudit['changedClosings']> {
  const periods = await queries.listPeriodTotals(
    ctx,
    closings.map(({ through }) => endOf(through).toISOString()),
  )
  const sums = new Map<string, ClosingTotal>()
  return closings.flatMap(({ id, through, totals }, index) => {
    for (const { period, ...total } of periods) if (period === index) addTo(sums, total)
    return describeTotals(totals) === describeTotals([...sums.values()]) ? [] : [{ closingId: id, through }]
  })
}

function addTo(sums: Map<string, ClosingTotal>, added: ClosingTotal): void {
  const key = `${added.accountType} ${added.unit}`
  const sum = sums.get(key) ?? { ...added, outstanding: 0, issued: 0, redeemed: 0, writtenOff: 0 }
  sums.set(key, {
    ...sum,
    outstanding: sum.outstanding + added.outstanding,
    issued: sum.issued + added.issued,
    redeemed: sum.redeemed + added.redeemed,
    writtenOff: sum.writtenOff + added.writtenOff,
  })
}

const describeTotals = (totals: ClosingTotal[]): string =>
  totals
    .map(({ accountType, unit, ...amounts }) =>
      [accountType, unit, amounts.outstanding, amounts.issued, amounts.redeemed, amounts.writtenOff].join(' '),
    )
    .sort()
    .join('\n')

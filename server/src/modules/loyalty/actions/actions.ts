import { type Ctx, transaction } from '../../../ctx.ts'
import { emitAll } from '../../../events/emit.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { auditValueCreation } from '../../audit/audit.ts'
import { getCustomer } from '../../customers/customers.ts'
import { post } from '../../ledger/ledger.ts'
import { balanceChangedEvent, toPosting } from '../balance-changes.ts'
import { remainingOf } from '../earning/lots.ts'
import { lockAccounts } from '../earning/queries.ts'
import { updateTiers } from '../earning/tiers.ts'
import { getProgram } from '../program/program.ts'
import type { Action } from '../program/schemas.ts'
import { openAccount } from '../queries.ts'
import { formatCount, pointsError } from '../redemption/redemption.ts'
import { MAX_POINTS } from '../schemas.ts'
import * as queries from './queries.ts'
import type { ActionEarning, NewActionEarning } from './schemas.ts'

/** Points for what the shop's own system reports, such as a review. An event earns once: a repetition returns the first. */
export function earnForAction(ctx: Ctx, input: NewActionEarning): Promise<ActionEarning> {
  return transaction(ctx, async (ctx) => {
    const earlier = await queries.findActionEarning(ctx, input.eventId)
    if (earlier) return assertSameEarning(earlier, input)
    const program = await getProgram(ctx)
    const action = findAction(program.actions, input.action)
    if (!program.active) throw pointsError('the loyalty program is not active')
    const { id: customerId } = await getCustomer(ctx, input.customerId)
    await openAccount(ctx, customerId)
    const [account] = await lockAccounts(ctx, [customerId])
    if (!account) throw new Error(`The loyalty account of ${customerId} was not opened`)
    const { points = action.points, eventId } = input
    const balance = account.balance + points
    const lot = { id: newId('lot'), customerId, action: action.key, eventId, points }
    if (!(await queries.insertActionLot(ctx, { ...lot, remaining: remainingOf({ amount: points, balance }) }))) {
      return assertSameEarning(await getEarning(ctx, eventId), input)
    }
    if (balance > MAX_POINTS) {
      throw pointsError(`an account can hold at most ${formatCount(MAX_POINTS)}`, { limit: MAX_POINTS })
    }
    await assertWithinLimit(ctx, customerId, action)
    await auditValueCreation(ctx, 'loyalty_points.earned', customerId, { points, action: action.key })
    const changes = await post(ctx, [{ ...toPosting(customerId, 'earned', points), holder: lot.id }])
    await emitAll(ctx, [
      {
        type: 'loyalty_account.points_earned',
        data: {
          customerId,
          points,
          orderId: null,
          action: action.key,
          eventId,
          availableAt: ctx.now.toISOString(),
        },
      },
      ...changes.map((change) => balanceChangedEvent(change, 'earned', lot.id)),
      ...(await updateTiers(ctx, program, [account], 'upgrade')),
    ])
    return getEarning(ctx, eventId)
  })
}

async function getEarning(ctx: Ctx, eventId: string): Promise<ActionEarning> {
  const earning = await queries.findActionEarning(ctx, eventId)
  if (!earning) throw new Error(`The points for the event ${eventId} disappeared`)
  return earning
}

/** One ID for two events is a mistake of the shop's system, which would otherwise lose points without a trace. */
function assertSameEarning(earning: ActionEarning, { customerId, action, points }: NewActionEarning): ActionEarning {
  const isSame =
    earning.customerId === customerId &&
    earning.action === action &&
    (points === undefined || points === earning.points)
  if (isSame) return earning
  throw new AppError('conflict', 'This event has already earned other points. Send an event ID only once.', {
    details: [{ path: '/eventId', message: 'was used for another customer, action or number of points' }],
    fields: { earnedCustomerId: earning.customerId, earnedAction: earning.action, earnedPoints: earning.points },
  })
}

function findAction(actions: Action[], key: string): Action {
  const action = actions.find((one) => one.key === key)
  if (action) return action
  const keys = actions.map((one) => one.key)
  const message = keys.length > 0 ? `must be one of ${keys.join(', ')}` : 'the program has no actions yet'
  throw new AppError('unknown_action', 'The loyalty program has no such action.', {
    details: [{ path: '/action', message }],
    fields: { actions: keys },
  })
}

/** Counts the new points too. The account must be locked. */
async function assertWithinLimit(ctx: Ctx, customerId: string, { key, name, limitPerCustomer }: Action): Promise<void> {
  if (limitPerCustomer === null) return
  const { count } = await queries.countActionLots(ctx, customerId, key)
  if (count <= limitPerCustomer) return
  const times = limitPerCustomer === 1 ? 'once' : `${formatCount(limitPerCustomer)} times`
  throw new AppError('conflict', `A customer can earn the points for “${name}” only ${times}.`, {
    fields: { action: key, limit: limitPerCustomer },
  })
}

import { AppError } from '../../kit/errors.ts'
import { checkCode } from '../gift-cards/gift-cards.ts'
import { getBalance } from '../loyalty/balance/balance.ts'
import { listAccounts } from '../store-credit/store-credit.ts'
import type { ToolSession } from './schemas.ts'
import { ToolError } from './tool-error.ts'
import type { ToolHandler } from './tool-handler.ts'

/** One message for unknown, expired and deactivated cards: whoever tries codes learns nothing. */
export const getGiftCardBalance: ToolHandler<'get_gift_card_balance'> = async (ctx, { code }) => {
  const { valid, balance, expiresAt } = await checkCode(ctx, code)
  if (!valid || !balance) throw new ToolError('not_found', 'There is no valid gift card with this code.')
  return { balance, expiresAt }
}

export const getLoyaltyBalance: ToolHandler<'get_loyalty_balance'> = async (ctx, _input, session) => {
  const balance = await getBalance(ctx, toBalanceQuery(session)).catch((error: unknown) => {
    // Whoever proved an email that the shop does not know has nothing.
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (!balance) return { available: 0, pending: 0, tier: null, storeCredit: [] }
  const { data: accounts } = await listAccounts(ctx, balance.customerId)
  return {
    available: balance.available,
    pending: balance.pending,
    tier: balance.tier?.name ?? null,
    storeCredit: accounts.map(({ balance }) => balance),
  }
}

const toBalanceQuery = ({ customer, verifiedEmail }: ToolSession) =>
  customer ? { customerId: customer.id } : { email: verifiedEmail ?? '' }

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
  const { customerId, available, pending, tier } = await getBalance(ctx, toBalanceQuery(session))
  const { data: accounts } = await listAccounts(ctx, customerId)
  return { available, pending, tier: tier?.name ?? null, storeCredit: accounts.map(({ balance }) => balance) }
}

const toBalanceQuery = ({ customer, verifiedEmail }: ToolSession) =>
  customer ? { customerId: customer.id } : { email: verifiedEmail ?? '' }

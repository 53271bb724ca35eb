import type { Ctx } from '../../ctx.ts'
import { addressToken } from '../payments/address-token.ts'
import type { PolicyKind } from '../policies/schemas.ts'

type Linked = Pick<Ctx, 'publicUrl' | 'environmentId' | 'secretFor'>

/** For what the token in the address of an order's page is good. */
export const orderPurpose = (orderId: string): string => `order page ${orderId}`

/** Only who was given this link can open it: an order's id alone shows nothing. It never changes. */
export const orderPageUrl = (ctx: Linked, orderId: string): string =>
  `${ctx.publicUrl}/orders/${orderId}/${addressToken(ctx, ctx.environmentId, orderPurpose(orderId))}`

export const policyPageUrl = ({ publicUrl, environmentId }: Linked, kind: PolicyKind): string =>
  `${publicUrl}/policies/${environmentId}/${kind}`

/** Where a buyer comes back to from the bank's page, when an agent buys for them. */
export const paymentReturnUrl = ({ publicUrl, environmentId }: Linked): string =>
  `${publicUrl}/payment-return/${environmentId}`

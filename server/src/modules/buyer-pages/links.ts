import type { Ctx } from '../../ctx.ts'
import { signUrlToken } from '../payments/url-token.ts'
import type { PolicyKind } from '../policies/schemas.ts'

type LinkContext = Pick<Ctx, 'publicUrl' | 'environmentId' | 'secretFor'>

/** For what the token in the address of an order's page is good. */
export const orderPagePurpose = (orderId: string): string => `order page ${orderId}`

/** Only who was given this link can open it: an order's id alone shows nothing. It never changes. */
export const orderPageUrl = (ctx: LinkContext, orderId: string): string =>
  `${ctx.publicUrl}/orders/${orderId}/${signUrlToken(ctx, ctx.environmentId, orderPagePurpose(orderId))}`

export const policyPageUrl = ({ publicUrl, environmentId }: LinkContext, kind: PolicyKind): string =>
  `${publicUrl}/policies/${environmentId}/${kind}`

/** Where a buyer comes back to from the bank's page, when an agent buys for them. */
export const paymentReturnUrl = ({ publicUrl, environmentId }: LinkContext): string =>
  `${publicUrl}/payment-return/${environmentId}`

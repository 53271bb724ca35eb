import type { Ctx } from '../../ctx.ts'
import { signUrlToken } from '../../kit/url-token.ts'

type LinkContext = Pick<Ctx, 'publicUrl' | 'environmentId' | 'secretFor'>

/** Purpose of the token in an order page URL. */
export const orderPagePurpose = (orderId: string): string => `order page ${orderId}`

/** The token makes the URL unguessable: an order id alone opens nothing. The URL never changes. */
export const orderPageUrl = (ctx: LinkContext, orderId: string): string =>
  `${ctx.publicUrl}/orders/${orderId}/${orderPageToken(ctx, orderId)}`

/** For a storefront with an order page of its own. */
export const orderPageToken = (ctx: Omit<LinkContext, 'publicUrl'>, orderId: string): string =>
  signUrlToken(ctx, ctx.environmentId, orderPagePurpose(orderId))

/** Where the bank redirects the buyer after authentication when an agent places the order. */
export const paymentReturnUrl = ({ publicUrl, environmentId }: LinkContext): string =>
  `${publicUrl}/payment-return/${environmentId}`

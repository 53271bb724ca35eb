import { Id, Nullable } from './schema.ts'

/** What changed a balance, in ledgers and events. */
export const holderFields = {
  orderId: Nullable(Id('ord'), { description: 'The order. It exists once its checkout is completed.' }),
  refundId: Nullable(Id('rf')),
}

/**
 * A holder is an order, whose ID is known before its checkout is completed, a refund that takes back a sold gift card, or
 * a redemption of points. The reference of a restored amount is its refund, or the end of its checkout.
 */
export const toHolderFields = (holder: string | null, reference: string | null = null) => ({
  orderId: isId('ord', holder) ? holder : null,
  refundId: isId('rf', holder) ? holder : isId('rf', reference) ? reference : null,
})

/** The same for points, which a referral may have given or taken back. */
export const pointsHolderFields = { ...holderFields, referralId: Nullable(Id('rfl')) }

export const toPointsHolderFields = (holder: string | null, reference: string | null = null) => ({
  ...toHolderFields(holder, reference),
  referralId: isId('rfl', holder) ? holder : null,
})

const isId = <Kind extends string>(kind: Kind, id: string | null): id is `${Kind}_${string}` =>
  id?.startsWith(`${kind}_`) ?? false

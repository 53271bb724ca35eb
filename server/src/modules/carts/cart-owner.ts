import type { Ctx } from '../../ctx.ts'
import { tokenRequiredError } from '../../http/auth/customer-token.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { getCustomer } from '../customers/customers.ts'
import { customerKeyOf } from '../customers/identity/identity.ts'
import type { Address } from '../customers/schemas.ts'
import { ANONYMOUS_CUSTOMER, type CartContents } from './contents.ts'

/**
 * The id of a cart is enough to see a guest's cart. That of a signed-in customer also takes their token or a key, and
 * nobody takes over a cart that the shop's server has opened for another customer.
 */
export function canAccessCart({ caller, customer }: Pick<Ctx, 'caller' | 'customer'>, contents: CartContents): boolean {
  const { ownerId, customer: buyer } = contents
  if (!customer) return ownerId === undefined || caller.kind !== 'visitor'
  return (ownerId ?? buyer?.id ?? customer.id) === customer.id
}

/**
 * The cart becomes the signed-in customer's, with their email: a guest's cart may have come from somebody else, who
 * must not get the confirmation.
 */
export function claimCart(ctx: Ctx, contents: CartContents): CartContents {
  const { customer } = ctx
  if (!customer || contents.ownerId === customer.id) return contents
  return withCustomerKey(ctx, {
    ...contents,
    ownerId: customer.id,
    customer: { ...ANONYMOUS_CUSTOMER, ...contents.customer, id: customer.id },
    email: customer.email ?? contents.email,
  })
}

export function withCustomerKey(ctx: Ctx, contents: CartContents): CartContents {
  const identity = contents.customer?.id ?? contents.email
  return { ...contents, customerKey: identity === null ? null : toCustomerKey(ctx, identity) }
}

/** Identifies the signed-in customer for usage limits. */
export const signedInKeyOf = (ctx: Ctx): string | null => (ctx.customer ? toCustomerKey(ctx, ctx.customer.id) : null)

const toCustomerKey = (ctx: Ctx, identity: string) =>
  customerKeyOf(identity, ctx.environmentId, ctx.secretFor('customer-keys'))

interface SavedAddressIds {
  shippingAddressId?: string
  billingAddressId?: string
  shippingAddress?: Address | null
  billingAddress?: Address | null
}

/** Replaces the ids of saved addresses with the addresses, as they are now. */
export async function resolveSavedAddresses<Details extends SavedAddressIds>(
  ctx: Ctx,
  details: Details,
): Promise<Omit<Details, 'shippingAddressId' | 'billingAddressId'>> {
  const { shippingAddressId, billingAddressId, ...rest } = details
  if (shippingAddressId === undefined && billingAddressId === undefined) return rest
  if (!ctx.customer) throw tokenRequiredError()
  const { addresses } = await getCustomer(ctx, ctx.customer.id)
  const errors: ErrorDetail[] = []
  const resolve = (field: 'shippingAddress' | 'billingAddress', id: string | undefined) => {
    if (id === undefined) return {}
    const path = `/${field}Id`
    if (details[field] !== undefined) errors.push({ path, message: `must be omitted if ${field} is sent` })
    const saved = addresses.find((one) => one.id === id)
    if (!saved) errors.push({ path, message: 'is not an address of this customer' })
    return { [field]: saved?.address ?? null }
  }
  const resolved = {
    ...rest,
    ...resolve('shippingAddress', shippingAddressId),
    ...resolve('billingAddress', billingAddressId),
  }
  if (errors.length > 0) throw invalidRequest('The saved address can’t be used.', errors)
  return resolved
}

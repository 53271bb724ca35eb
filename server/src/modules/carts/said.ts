import type { Ctx } from '../../ctx.ts'
import { unauthorized } from '../../kit/errors.ts'
import { customerKeyOf } from '../promotions/customer-key.ts'
import type { Contents, Customer } from './contents.ts'
import type { CartChanges } from './schemas.ts'
import { chooseShipping } from './shipping-choice.ts'

/** What the buyer has said about themselves and their wishes; what is not named stays. */
export function withSaid(ctx: Ctx, contents: Contents, changes: CartChanges): Contents {
  if (changes.customer !== undefined && ctx.caller.kind === 'visitor') {
    throw unauthorized('Only a server with a key may say who the customer is.')
  }
  const { shipping, customer, email, ...plain } = changes
  const next: Contents = { ...contents, ...plain }
  if (email !== undefined) next.email = email?.trim() ?? null
  if (customer !== undefined) next.customer = customer && { ...NOBODY, ...customer }
  if (shipping !== undefined) next.shipping = shipping && chooseShipping(ctx, shipping)
  if (email !== undefined || customer !== undefined) delete next.usedUp
  const countedBy = next.customer?.id ?? next.email
  next.customerKey =
    countedBy === null ? null : customerKeyOf(countedBy, ctx.environmentId, ctx.secretFor('customer-keys'))
  return next
}

const NOBODY: Customer = { id: null, tags: [], segments: [], ordersCount: null, taxExempt: false }

import { decodeProtectedHeader } from 'jose'
import { type Ctx, type SignedInCustomer, transaction } from '../../ctx.ts'
import { invalidCustomerToken, type VerifyCustomerToken } from '../../http/auth/customer-token.ts'
import { createCustomer, lockCustomer, matchCustomer, updateCustomer } from '../customers/customers.ts'
import { readToken } from './customer-tokens.ts'
import { verifyEmail } from './login-codes.ts'
import * as queries from './queries.ts'
import { readShopToken, type ShopAccount } from './signing-keys/shop-tokens.ts'

/** Far more than a token with long names has. */
const MAX_LENGTH = 4096

/** Our own tokens belong to a session; the header of a shop's own token names its key. */
export const verifyCustomerToken: VerifyCustomerToken = async (ctx, token) => {
  const header = token.length <= MAX_LENGTH ? readHeader(token) : undefined
  if (!header) throw invalidCustomerToken()
  const customer =
    header.kid === undefined ? await findBySession(ctx, token) : await findByShopToken(ctx, token, header.kid)
  if (!customer) throw invalidCustomerToken()
  return customer
}

function readHeader(token: string): { kid?: string | undefined } | undefined {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

/** Asks the database each time: signing out, or deleting the customer, applies at once. */
async function findBySession(ctx: Ctx, token: string): Promise<SignedInCustomer | undefined> {
  const claims = await readToken(ctx, 'access', token)
  return claims && queries.findSignedInCustomer(ctx, claims.sessionId, claims.customerId)
}

/** The source of the ids of the shop's own accounts. */
const SOURCE = 'shop'

async function findByShopToken(ctx: Ctx, token: string, keyId: string): Promise<SignedInCustomer | undefined> {
  const account = await readShopToken(ctx, token, keyId)
  if (!account) return undefined
  const known = await queries.findShopCustomer(ctx, SOURCE, account.id)
  if (known) return known
  try {
    await transaction(ctx, (ctx) => connectAccount(ctx, account))
  } catch (error) {
    // A concurrent request was first.
    const connected = await queries.findShopCustomer(ctx, SOURCE, account.id)
    if (connected) return connected
    throw error
  }
  return queries.findShopCustomer(ctx, SOURCE, account.id)
}

/**
 * An account without a verified email becomes a new customer without one. If it got the email it claims, its real owner
 * would later sign in to a customer whom somebody else controls.
 */
async function connectAccount(ctx: Ctx, { id, verifiedEmail: email, name }: ShopAccount): Promise<void> {
  const externalId = { source: SOURCE, id }
  if (email === null) {
    await createCustomer(ctx, { name, externalIds: [externalId] })
    return
  }
  const customerId = await matchCustomer(ctx, { email, name, locale: null, phone: null, address: null })
  if (!customerId) throw new Error('A customer with an email can always be matched')
  await verifyEmail(ctx, customerId, email)
  const { externalIds } = await lockCustomer(ctx, customerId)
  await updateCustomer(ctx, customerId, { externalIds: [...externalIds, externalId] }, undefined)
}

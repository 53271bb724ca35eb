import type { Ctx } from '../../../ctx.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import { verifyJwt } from '../customer-tokens.ts'
import { findSigningSecret } from './signing-keys.ts'

/** An account of the shop, as its token describes it. */
export interface ShopAccount {
  id: string
  /** Null unless the shop says that it is verified. */
  verifiedEmail: string | null
  name: string | null
}

const MAX_LIFETIME_MS = 3_600_000
/** The shop's clock may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 60_000

/** Undefined for a token that no active key of this environment has signed, or that is valid for too long. */
export async function readShopToken(ctx: Ctx, token: string, keyId: string): Promise<ShopAccount | undefined> {
  const secret = await findSigningSecret(ctx, keyId)
  const claims = secret && (await verifyJwt(ctx, token, Buffer.from(secret)))
  if (!claims) return undefined
  const { sub, exp = 0, email, email_verified: isVerified, name } = claims
  if (exp * 1000 > ctx.now.getTime() + MAX_LIFETIME_MS + CLOCK_TOLERANCE_MS) return undefined
  if (!isLine(sub, 200)) return undefined
  return {
    id: sub,
    verifiedEmail: isVerified === true && isLine(email, 254) && EMAIL.test(email) ? normalizeEmail(email) : null,
    name: isLine(name, 200) ? name.trim() : null,
  }
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const isLine = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxLength && !CONTROL_CHARACTERS.test(value)

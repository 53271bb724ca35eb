import { createHmac } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { Type } from 'typebox'
import type { SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Auth } from './auth.ts'

const STEP_MS = 30_000
/**
 * better-auth accepts one step either way. One more is claimed, since the clock may tick between our check and its own.
 */
const WINDOW_STEPS = 2

/**
 * False for a code that was used before, or is older than one that was (RFC 6238, 5.2). Claimed before the code is
 * verified and in one statement: of two requests with the same code, on any server, one proceeds. A wrong code claims
 * nothing.
 */
export async function claimTotpCode(auth: Auth, ctx: SystemCtx, userId: string, code: string): Promise<boolean> {
  const factor = await findSecret(ctx, userId)
  if (!factor) return true
  const { secretConfig } = await (await auth()).$context
  const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret })
  const step = findStep(secret, code)
  return step === undefined || (await claimStep(ctx, userId, step)) > 0
}

/** By the system clock, as better-auth verifies it. */
function findStep(secret: string, code: string): number | undefined {
  const now = Math.floor(Date.now() / STEP_MS)
  for (let step = now + WINDOW_STEPS; step >= now - WINDOW_STEPS; step--) {
    if (totpAt(secret, step) === code) return step
  }
  return undefined
}

function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0x0f) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const SecretRow = Type.Object({ secret: Type.String() })

const findSecret = (ctx: SystemCtx, userId: string) =>
  ctx.db.row(SecretRow, sql`select secret from two_factors where user_id = ${userId}`)

const claimStep = (ctx: SystemCtx, userId: string, step: number) =>
  ctx.db.run(sql`
    update two_factors set last_totp_step = ${step}
    where user_id = ${userId} and (last_totp_step is null or last_totp_step < ${step})`)

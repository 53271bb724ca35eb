import { timingSafeEqual } from 'node:crypto'
import { type SystemCtx, transaction } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { hashToken } from '../../kit/one-time-token.ts'
import { writeAudit } from '../audit/audit.ts'
import { assertStrongPassword, createAccount, hasUsers, type NewAccount } from '../sign-in/accounts/accounts.ts'
import { provisionWorkspace } from '../workspaces/workspaces.ts'
import { insertMember } from './members.ts'
import type { Setup } from './schemas.ts'

/** Only a person who can read the server's log becomes the first owner, and only while there is no account. */
export function setUpFirstOwner(
  ctx: SystemCtx,
  expectedToken: string | undefined,
  input: Setup,
  ip: string,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!expectedToken || !timingSafeEqual(hashToken(expectedToken), hashToken(input.token))) throw setupUnavailable()
    await lockSetup(ctx)
    if (await hasUsers(ctx)) throw setupUnavailable()
    assertStrongPassword(input.password, 'password', [input.email, input.name, input.workspaceName])
    const { live } = await provisionWorkspace(ctx, input.workspaceName)
    await createOwner(ctx, live.workspaceId, input, ip)
  })
}

/** Creates an account that owns a workspace. */
export async function createOwner(
  ctx: SystemCtx,
  workspaceId: string,
  account: Omit<NewAccount, 'emailVerified'>,
  ip?: string,
) {
  // The operator vouches for their own address.
  const user = await createAccount(ctx, { ...account, emailVerified: true })
  await insertMember(ctx, workspaceId, user.userId, 'owner')
  await writeAudit(ctx, {
    workspaceId,
    actor: ip ? { userId: user.userId, name: user.name } : null,
    action: 'member.added',
    subject: user.email,
    details: { role: 'owner' },
    ...(ip && { ip }),
  })
  return user
}

/** Two people may submit at the same moment. */
const lockSetup = (ctx: SystemCtx) => ctx.db.run(sql`select pg_advisory_xact_lock(53020003)`)

const setupUnavailable = () => new AppError('forbidden', 'Use the one-time link that the server printed in its log.')

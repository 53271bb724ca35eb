import type { Ctx } from '../ctx.ts'
import { insertMember } from '../modules/members/members.ts'
import { ensureAccountWithoutPassword } from '../modules/sign-in/accounts/accounts.ts'

/** Those who answer the tickets of the demo shop. */
const AGENTS = { Mara: 'mara@demo-shop.example', Jonas: 'jonas@demo-shop.example' }

export type AgentIds = Record<keyof typeof AGENTS, `usr_${string}`>

/** They can't sign in, and the owner may remove them. */
export async function loadStaff(ctx: Ctx): Promise<AgentIds> {
  const ids: [string, string][] = []
  for (const [name, email] of Object.entries(AGENTS)) {
    const userId = await ensureAccountWithoutPassword(ctx, name, email)
    await insertMember(ctx, ctx.workspaceId, userId, 'agent')
    ids.push([name, userId])
  }
  return Object.fromEntries(ids) as AgentIds
}

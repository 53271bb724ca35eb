import { expect } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { newId } from '../src/kit/ids.ts'
import { runTool } from '../src/modules/chat-tools/chat-tools.ts'
import type { ToolInput, ToolName, ToolOutput, ToolSession } from '../src/modules/chat-tools/schemas.ts'
import { revealSecret } from '../src/modules/emails/secrets.ts'
import type { Shop } from './open-shop.ts'

/** A session that remembers what tools tell it, as a conversation does. */
export function newToolSession(more: Partial<ToolSession> = {}): ToolSession & { handOvers: unknown[] } {
  const session = {
    conversationId: newId('conv') as string,
    locale: 'en',
    cartId: null as string | null,
    customer: null,
    verifiedEmail: null as string | null,
    handOvers: [] as unknown[],
    onCart: async (cartId: string) => {
      session.cartId = cartId
    },
    onVerified: async (email: string) => {
      session.verifiedEmail = email
    },
    onHandOver: async (request: unknown) => void session.handOvers.push(request),
    ...more,
  }
  return session
}

/** As a visitor of live. */
export const visitorCtx = ({ server, live }: Shop, now = new Date()): Ctx => ({
  ...server.system,
  ...live,
  now,
  caller: { kind: 'visitor' },
})

/** The output of a tool that must succeed. */
export async function useTool<Name extends ToolName>(
  ctx: Ctx,
  session: ToolSession,
  name: Name,
  input: ToolInput<Name>,
): Promise<ToolOutput<Name>> {
  const result = await runTool(ctx, session, name, input)
  if (!result.ok) expect.fail(`${name}: ${result.code}, ${result.message}`)
  return result.output
}

/** The code in the latest email to this address, which only its recipient reads. */
export async function readChatCode({ server, live }: Shop, email: string): Promise<string> {
  const { rows } = await server.db.pool.query(
    `select id, text, html, secret from emails
     where environment_id = $1 and recipient = $2 and kind = 'chat_code' order by id desc limit 1`,
    [live.environmentId, email],
  )
  const ctx: Ctx = { ...server.system, ...live, caller: { kind: 'system' } }
  return /^\d{6}$/m.exec(revealSecret(ctx, rows[0]).text)?.[0] ?? expect.fail('The email has no code')
}

import type { Ctx, SignedInCustomer } from '../../ctx.ts'
import type { ToolInput, ToolName, ToolResult } from './schemas.ts'

/** Whom a tool acts for, and what it may remember. */
export interface ToolSession {
  /** Null over MCP. */
  conversationId: string | null
  locale: string
  cartId: string | null
  /** From a customer token. */
  customer: SignedInCustomer | null
  /** Proven by a code in this conversation, less than 30 minutes ago. */
  verifiedEmail: string | null
  /** Called by tools that change it; also updates this object. */
  onCart(cartId: string): Promise<void>
  onVerified(email: string): Promise<void>
  onHandOver(request: ToolInput<'hand_over'>): Promise<void>
}

/** Runs a tool for a session. Never throws for what a customer or model did wrong: the result says it. */
export type RunTool = <Name extends ToolName>(
  ctx: Ctx,
  session: ToolSession,
  name: Name,
  input: ToolInput<Name>,
) => Promise<ToolResult<Name>>

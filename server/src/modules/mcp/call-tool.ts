import type { Ctx } from '../../ctx.ts'
import { newSecretId } from '../../kit/ids.ts'
import { findVerifiedEmail, runTool, type ToolSession } from '../chat-tools/chat-tools.ts'
import type { ToolInput, ToolName } from '../chat-tools/schemas.ts'
import { createTicket } from '../tickets/tickets.ts'
import { listAllowedTools } from './mcp-tools.ts'

/** The result of a tool as MCP has it: for programs, and as text for models. */
export interface McpToolResult {
  [name: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

const SESSION_ID = /^mcs_[0-9a-hjkmnp-tv-z]{26}$/

/** Undefined if the caller has no such tool. */
export async function callTool(
  ctx: Ctx,
  requestedName: string,
  args: Record<string, unknown> = {},
): Promise<McpToolResult | undefined> {
  const name = listAllowedTools(ctx.caller).find((allowed) => allowed === requestedName)
  if (!name) return undefined
  const { sessionId, ...input } = args
  // A visitor has no sessions: theirs would prove nothing.
  const requested = ctx.caller.kind === 'key' ? sessionId : undefined
  if (requested !== undefined && !isSessionId(requested)) {
    return toError('invalid', 'sessionId must be one that send_verification_code returned.')
  }
  const ownId = requested ?? (name === 'send_verification_code' ? newSecretId('mcs') : undefined)
  const session = await openSession(ctx, ownId)
  const result = await runTool(ctx, session, name, input as ToolInput<ToolName>)
  if (!result.ok) return toError(result.code, result.message)
  const output = { ...result.output, ...(name === 'send_verification_code' && { sessionId: ownId }) }
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
}

const isSessionId = (value: unknown): value is string => typeof value === 'string' && SESSION_ID.test(value)

const toError = (code: string, message: string): McpToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}` }],
  isError: true,
})

async function openSession(ctx: Ctx, sessionId: string | undefined): Promise<ToolSession> {
  const verifiedEmail = sessionId === undefined ? null : ((await findVerifiedEmail(ctx, sessionId)) ?? null)
  return {
    conversationId: null,
    ...(sessionId !== undefined && { mcpSessionId: sessionId }),
    locale: 'en',
    // The agent sends the cart with each call, and the proof is found by the session.
    cartId: null,
    customer: ctx.customer ?? null,
    verifiedEmail,
    onCart: async () => {},
    onVerified: async () => {},
    onHandOver: (request) => openTicket(ctx, request, verifiedEmail),
  }
}

const MAX_SUBJECT_LENGTH = 100

/** The agent can't connect its user with a person, but the shop can answer them. */
async function openTicket(ctx: Ctx, { summary }: ToolInput<'hand_over'>, email: string | null): Promise<void> {
  const [firstLine = ''] = summary.trim().split('\n')
  await createTicket(ctx, {
    subject: firstLine.slice(0, MAX_SUBJECT_LENGTH) || 'A question from an agent',
    channel: 'chat',
    customerId: ctx.customer?.id ?? null,
    ...(email !== null && { requester: { email } }),
    message: { kind: 'note', text: summary },
  })
}

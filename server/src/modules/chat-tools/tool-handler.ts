import type { Ctx } from '../../ctx.ts'
import type { ToolInput, ToolName, ToolOutput, ToolSession } from './schemas.ts'

/** Does the work of a tool, for a session that may use it. Throws `ToolError` or `AppError` if it can't. */
export type ToolHandler<Name extends ToolName> = (
  ctx: Ctx,
  input: ToolInput<Name>,
  session: ToolSession,
) => Promise<ToolOutput<Name>>

/** A description or article is data for an answer, not a book. */
const MAX_TEXT_LENGTH = 2000

export const toShortText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text

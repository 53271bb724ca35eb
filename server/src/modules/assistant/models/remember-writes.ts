import { TOOL_SCHEMAS, type ToolInput, type ToolName, type ToolResult } from '../../chat-tools/schemas.ts'
import type { AnswerRequest } from '../schemas.ts'

/** One of these in a turn is enough, whatever its input says. */
const ONCE_PER_TURN: ToolName[] = ['send_verification_code', 'check_verification_code', 'hand_over']
const CART_TOOLS: ToolName[] = ['create_cart', 'update_cart']

/**
 * When another engine continues an answer, it asks for the same things again. What has already been done, such as an
 * item added to the cart, is not done twice: the second call gets the result of the first.
 */
export function rememberWrites({ callTool }: AnswerRequest) {
  const results = new Map<string, ToolResult<ToolName>>()
  let isContinued = false

  /** The engine that continues may write the same change differently: one that was made counts for all of its kind. */
  function keyOf(name: ToolName, input: unknown): string {
    if (ONCE_PER_TURN.includes(name)) return name
    const done = isContinued && [...results.keys()].find((key) => isSameKind(key.split(' ', 1)[0] ?? '', name))
    return done || `${name} ${JSON.stringify(input)}`
  }

  async function callOnce<Name extends ToolName>(name: Name, input: ToolInput<Name>): Promise<ToolResult<Name>> {
    if (TOOL_SCHEMAS[name].isReadOnly) return callTool(name, input)
    const key = keyOf(name, input)
    const known = results.get(key)
    if (known) return known as ToolResult<Name>
    const result = await callTool(name, input)
    if (result.ok) results.set(key, result as ToolResult<ToolName>)
    return result
  }

  return {
    callTool: callOnce,
    /** From now on, another engine calls. */
    onContinue: () => {
      isContinued = true
    },
    isHandedOver: () => results.has('hand_over'),
  }
}

const isSameKind = (one: string, other: ToolName): boolean =>
  one === other || (CART_TOOLS.includes(one as ToolName) && CART_TOOLS.includes(other))

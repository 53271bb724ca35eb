import type { Tool } from '@modelcontextprotocol/server'
import { type TSchema, Type } from 'typebox'
import type { Caller } from '../../ctx.ts'
import { Id, Optional } from '../../kit/schema.ts'
import { TOOL_SCHEMAS, type ToolName } from '../chat-tools/schemas.ts'

/** What a visitor may do in the shop, too. All other tools need a key. */
const STOREFRONT_TOOLS: readonly ToolName[] = [
  'search_catalog',
  'get_product',
  'create_cart',
  'get_cart',
  'update_cart',
  'get_shipping_rates',
  'search_shop_policies_and_faqs',
]

/** In the order of the schemas. An agent's key is for the public catalog and carts, a read key for reading. */
export function listAllowedTools(caller: Caller): ToolName[] {
  const names = Object.keys(TOOL_SCHEMAS) as ToolName[]
  if (caller.kind !== 'key' || caller.scope === 'agent') return names.filter((name) => STOREFRONT_TOOLS.includes(name))
  return caller.scope === 'full' ? names : names.filter((name) => TOOL_SCHEMAS[name].isReadOnly)
}

export const SessionId = Id('mcs')

/** There are no conversations in MCP: a handle in the arguments connects the calls for one customer. */
const sessionArgument = {
  sessionId: Optional(
    Type.Unsafe<`mcs_${string}`>({
      ...SessionId,
      description: 'From send_verification_code. Send it with each call for the same customer.',
    }),
  ),
}

/** How agents see the tools. */
export const describeTools = (caller: Caller): Tool[] =>
  listAllowedTools(caller).map((name) => describeTool(name, caller.kind === 'key'))

function describeTool(name: ToolName, hasSessions: boolean): Tool {
  const { title, description, isReadOnly, input, output } = TOOL_SCHEMAS[name]
  return {
    name,
    title,
    description,
    inputSchema: toPlain(hasSessions ? Type.Object({ ...input.properties, ...sessionArgument }) : input),
    outputSchema: toPlain(
      name === 'send_verification_code' ? Type.Object({ ...output.properties, sessionId: SessionId }) : output,
    ),
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: name === 'cancel_order',
      idempotentHint: isReadOnly || name === 'cancel_order',
      openWorldHint: false,
    },
  }
}

/** JSON, as it is sent: schemas have properties that only the type checker sees. */
const toPlain = (schema: TSchema): Tool['inputSchema'] => JSON.parse(JSON.stringify(schema))

import { Compile, type Validator } from 'typebox/compile'
import type { Ctx } from '../../ctx.ts'
import { describeFormat } from '../../http/responses/format-messages.ts'
import { getGiftCardBalance, getLoyaltyBalance } from './balance-tools.ts'
import { checkDiscountCode, createCart, getCart, getShippingRates, updateCart } from './cart-tools.ts'
import { getProduct, searchCatalog } from './catalog-tools.ts'
import { checkVerificationCode, findVerifiedEmail, sendVerificationCode } from './identity-tools.ts'
import { searchKnowledge } from './knowledge-tools.ts'
import { cancelOrder, getOrder, listOrders, startReturn } from './order-tools.ts'
import { insertToolCall } from './queries.ts'
import { redactInput } from './redact.ts'
import { TOOL_SCHEMAS, type ToolInput, type ToolName, type ToolResult, type ToolSession } from './schemas.ts'
import { isExpected, ToolError, toFailure } from './tool-error.ts'
import type { ToolHandler } from './tool-handler.ts'
import { assertWithinLimit, sessionIdOf } from './tool-limits.ts'

export type { ToolSession } from './schemas.ts'
export { findVerifiedEmail }

/** Runs a tool for a session. Never throws for what a customer or model did wrong: the result says it. */
export type RunTool = <Name extends ToolName>(
  ctx: Ctx,
  session: ToolSession,
  name: Name,
  input: ToolInput<Name>,
) => Promise<ToolResult<Name>>

/** The request is `chat`'s to fulfill. */
const handOver: ToolHandler<'hand_over'> = async (_ctx, request, session) => {
  await session.onHandOver(request)
  return { accepted: true }
}

const HANDLERS: { [Name in ToolName]: ToolHandler<Name> } = {
  search_catalog: searchCatalog,
  get_product: getProduct,
  create_cart: createCart,
  get_cart: getCart,
  update_cart: updateCart,
  get_shipping_rates: getShippingRates,
  search_shop_policies_and_faqs: searchKnowledge,
  check_discount_code: checkDiscountCode,
  get_gift_card_balance: getGiftCardBalance,
  get_loyalty_balance: getLoyaltyBalance,
  get_order: getOrder,
  list_orders: listOrders,
  cancel_order: cancelOrder,
  start_return: startReturn,
  send_verification_code: sendVerificationCode,
  check_verification_code: checkVerificationCode,
  hand_over: handOver,
}

export const runTool: RunTool = async (ctx, session, name, input) => {
  const startedMs = performance.now()
  const result = await attempt(ctx, session, name, input)
  await recordCall(ctx, session, {
    name,
    input: redactInput(input),
    errorCode: result.ok ? null : result.code,
    durationMs: Math.round(performance.now() - startedMs),
  })
  return result
}

async function attempt<Name extends ToolName>(
  ctx: Ctx,
  session: ToolSession,
  name: Name,
  input: ToolInput<Name>,
): Promise<ToolResult<Name>> {
  try {
    assertValidInput(name, input)
    assertAccess(session, name)
    await assertWithinLimit(ctx, session, TOOL_SCHEMAS[name].limit)
    return { ok: true, output: await HANDLERS[name](asVisitor(ctx, session), input, session) }
  } catch (error) {
    if (!isExpected(error)) ctx.log.error({ err: error, tool: name }, 'A tool failed')
    return toFailure(error)
  }
}

const validators = new Map<ToolName, Validator>()

function assertValidInput(name: ToolName, input: unknown): void {
  const validator = validators.get(name) ?? Compile(TOOL_SCHEMAS[name].input)
  validators.set(name, validator)
  if (validator.Check(input)) return
  const [error] = validator.Errors(input)
  if (!error) throw new ToolError('invalid', 'This input is not valid.')
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  // A regular expression is for programs.
  const isFormat = error.keyword === 'pattern' || error.keyword === 'format'
  const message = (isFormat && describeFormat(toFormat(error.params), undefined)) || error.message
  throw new ToolError('invalid', `${field === '' ? '' : `${field} `}${message}.`)
}

const toFormat = (params: { pattern?: string | RegExp; format?: string }) => ({
  pattern: String(params.pattern ?? ''),
  format: params.format ?? '',
})

function assertAccess({ customer, verifiedEmail }: ToolSession, name: ToolName): void {
  if (TOOL_SCHEMAS[name].access === 'public' || customer !== null || verifiedEmail !== null) return
  throw new ToolError('verification_required', 'Please confirm your email address first.')
}

/**
 * Whoever sent the request, such as the shop's server with its key, the answer is for a visitor: they see what visitors
 * see, and of a customer only the one of the session.
 */
function asVisitor(ctx: Ctx, { customer }: ToolSession): Ctx {
  const { idempotency: _idempotency, customer: _customer, ...rest } = ctx
  return { ...rest, caller: { kind: 'visitor' }, ...(customer && { customer }) }
}

type CallDetails = Pick<Parameters<typeof insertToolCall>[1], 'name' | 'input' | 'errorCode' | 'durationMs'>

/** The answer does not fail with its log. */
async function recordCall(ctx: Ctx, session: ToolSession, call: CallDetails): Promise<void> {
  const { customer, verifiedEmail: email } = session
  try {
    await insertToolCall(ctx, { ...call, sessionId: sessionIdOf(session), customerId: customer?.id ?? null, email })
  } catch (error) {
    ctx.log.error({ err: error, tool: call.name }, 'A tool call was not logged')
  }
}

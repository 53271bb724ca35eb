import type { Ctx } from '../src/ctx.ts'
import type { InboundEvent, InboundHandler, InboundOutcome, Provider } from '../src/events/inbound-handler.ts'
import { newId } from '../src/kit/ids.ts'

/** Gives an event to the module that handles the provider, as the job does. */
export function handleEvent(
  ctx: Ctx,
  handlers: InboundHandler[] = [],
  provider: Provider,
  body: unknown,
  more: Partial<InboundEvent> = {},
): Promise<InboundOutcome> {
  const handler = handlers.find((one) => one.provider === provider)
  if (!handler) throw new Error(`nobody handles ${provider}`)
  const receivedAt = ctx.now.toISOString()
  return handler.run(ctx, {
    id: newId('ine'),
    provider,
    topic: '',
    externalId: '',
    body,
    headers: {},
    receivedAt,
    ...more,
  })
}

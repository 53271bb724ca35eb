import type { Ctx } from '../../../ctx.ts'
import type { EventType } from '../../../events/event-schemas.ts'
import type { EventOf } from '../../../events/subscriber.ts'
import type { WebhookFormat } from '../../../events/webhook-format.ts'
import type { WebhookReceiver, WebhookResponse } from '../../../ports/webhook.ts'
import { parseRetryAfter } from '../retry-schedule.ts'
import type { WebhookAttempt } from '../schemas.ts'
import { openSecrets } from '../secrets.ts'
import type { LeasedEndpoint } from './lane-queries.ts'

export interface AttemptOutcome {
  attempt: WebhookAttempt
  isDelivered: boolean
  isGone: boolean
  retryAfterMs: number
}

/** Undefined: there is nothing to send. Throws only when `ctx.signal` aborts. */
export async function attemptDelivery(
  ctx: Ctx,
  { endpoint, format, receiver }: { endpoint: LeasedEndpoint; format: WebhookFormat; receiver: WebhookReceiver },
  event: EventOf<EventType>,
): Promise<AttemptOutcome | undefined> {
  const message = await build(ctx, format, event)
  if (!message) return undefined
  const startedMs = performance.now()
  const finish = (response: WebhookResponse | undefined, error: string | null): AttemptOutcome => ({
    attempt: {
      at: ctx.now.toISOString(),
      durationMs: Math.round(performance.now() - startedMs),
      responseStatus: response?.status ?? null,
      response: response ? toStorable(response.body) : null,
      error,
    },
    isDelivered: error === null,
    isGone: response?.status === 410,
    retryAfterMs: error === null ? 0 : parseRetryAfter(response?.retryAfter, ctx.now),
  })
  if ('error' in message) return finish(undefined, message.error)
  try {
    const headers = message.headers({ secrets: openSecrets(ctx, endpoint), now: ctx.now })
    const response = await receiver.post(message.body, headers, ctx.signal)
    return finish(response, explainStatus(response.status))
  } catch (error) {
    ctx.signal.throwIfAborted()
    return finish(undefined, toStorable((error as Error).message))
  }
}

/** An event that can't be prepared must not stop those after it, so it counts as a failed attempt. */
async function build(ctx: Ctx, format: WebhookFormat, event: EventOf<EventType>) {
  try {
    return await format.build(ctx, event)
  } catch (error) {
    ctx.log.error({ err: error, eventId: event.id }, 'could not prepare a webhook')
    return { error: 'The request could not be prepared.' }
  }
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The response has status ${status}. Redirects are not followed.`
  return `The response has status ${status}.`
}

/** PostgreSQL stores neither zero bytes nor half a character. */
const toStorable = (text: string): string => text.replaceAll('\0', '').slice(0, 1000).toWellFormed()

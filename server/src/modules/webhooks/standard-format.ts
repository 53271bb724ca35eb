import { createHmac } from 'node:crypto'
import type { WebhookFormat } from '../../events/webhook-format.ts'

/** Standard Webhooks: the ID stays the same in every attempt and replay; the time is that of the attempt. */
export const standardFormat: WebhookFormat = {
  kind: 'standard',
  build: async (_ctx, { id, type, createdAt, data }) => {
    const body = JSON.stringify({ id, type, timestamp: createdAt, data })
    return {
      body,
      headers: ({ secrets, now }) => {
        const seconds = Math.floor(now.getTime() / 1000)
        return {
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${seconds}.${body}`)).join(' '),
        }
      },
    }
  },
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

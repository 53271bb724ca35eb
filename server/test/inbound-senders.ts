import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { ApiClient } from './open-shop.ts'
import { WEBHOOK_SECRET } from './stripe/keys.ts'

/** A request as a provider sends it. */
export interface InboundRequest {
  body: Buffer
  headers: Record<string, string>
}

/** How a provider sends and signs: written from its documentation, not from our code. */
export interface Sender {
  /** Returns the path of its URL at this shop. */
  connect(api: ApiClient, secret: string): Promise<string>
  secret: string
  otherSecret: string
  /** A new event each time. */
  newRequest(count: number, secret: string, at: Date): InboundRequest
  /** Undefined if there is no signature at all. */
  withoutSignature?: (request: InboundRequest) => InboundRequest
  /** After which time a request is rejected; undefined if the provider signs no time. */
  expiredAfterMs?: number
  /** Status of a request without a valid signature. */
  rejection: number
  /** Of one that is too old, if it differs. */
  expiredRejection?: number
  /** The signature does not cover the body. */
  isBodyUnsigned?: boolean
}

const MINUTE_MS = 60_000
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const hmac = (secret: string | Buffer, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]) => {
  const hash = createHmac('sha256', secret)
  for (const part of parts) hash.update(part)
  return hash.digest(encoding)
}
const toJson = (value: object) => Buffer.from(JSON.stringify(value))
const JSON_TYPE = { 'content-type': 'application/json' }
const withoutHeader =
  (name: string) =>
  ({ body, headers: { [name]: _, ...headers } }: InboundRequest): InboundRequest => ({ body, headers })

const connectProvider = (provider: string) => async (api: ApiClient, secret: string) => {
  const { body } = await api.send('PUT', `/v1/connections/${provider}`, { secret })
  return new URL(body.webhookUrl).pathname
}
const connectMailbox = (provider: string) => async (api: ApiClient, signingKey: string) => {
  const address = `${provider}-${performance.now()}@shop.example`
  const { body } = await api.post('/v1/mailboxes', { address, name: 'P', provider, signingKey })
  return new URL(body.inboundUrl).pathname
}

/** A provider that signs the body alone, or proves itself otherwise with one header. */
const sender = (
  provider: string,
  header: string,
  newBody: (count: number) => object,
  toHeader: (secret: string, body: Buffer, at: Date) => string,
  more: Partial<Sender> = {},
): Sender => ({
  connect: connectProvider(provider),
  secret: `${provider}-1`,
  otherSecret: `${provider}-2`,
  newRequest: (count, secret, at) => {
    const body = toJson(newBody(count))
    return { body, headers: { ...JSON_TYPE, [header]: toHeader(secret, body, at) } }
  },
  withoutSignature: withoutHeader(header),
  rejection: 401,
  ...more,
})

const toTimed = (secret: string, body: Buffer, at: Date) =>
  `t=${seconds(at)},v1=${hmac(secret, 'hex', `${seconds(at)}.`, body)}`
const toPassword = (secret: string) => `Basic ${Buffer.from(`storedesk:${secret}`).toString('base64')}`

const newKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}
const SENDGRID_KEYS = [newKeys(), newKeys()] as const
const SENDGRID_SIGNATURE = 'x-twilio-email-event-webhook-signature'

const rawEmail = (count: number) =>
  `From: ada@example.com\r\nMessage-ID: <sent-${count}@t.example>\r\n\r\nHello ${count}\r\n`
const toForm = (fields: Record<string, string>): InboundRequest => ({
  body: Buffer.from(new URLSearchParams(fields).toString()),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

export const SENDERS = {
  shopify: sender(
    'shopify',
    'x-shopify-hmac-sha256',
    () => ({}),
    () => '',
    {
      newRequest: (count, secret, at) => {
        const body = toJson({ id: count, name: `#${count}`, email: 'ada@example.com' })
        const headers = {
          ...JSON_TYPE,
          'x-shopify-topic': 'orders/updated',
          'x-shopify-event-id': `ev-${count}`,
          'x-shopify-triggered-at': at.toISOString(),
          'x-shopify-hmac-sha256': hmac(secret, 'base64', body),
        }
        return { body, headers }
      },
      expiredAfterMs: 25 * 60 * MINUTE_MS,
    },
  ),
  stripe: sender(
    'stripe',
    'stripe-signature',
    (count) => ({ id: `evt_sent_${count}`, type: 'customer.created', data: { object: {} } }),
    // While a secret is rolled, there are two; `v0` is for tests.
    (secret, body, at) => `${toTimed('another', body, at)},v0=abc,${toTimed(secret, body, at)}`,
    {
      connect: async (api) => new URL((await api.get('/v1/payments/connection')).body.webhookUrl).pathname,
      secret: WEBHOOK_SECRET,
      expiredAfterMs: 6 * MINUTE_MS,
      rejection: 400,
    },
  ),
  easypost: sender(
    'easypost',
    'x-hmac-signature',
    (count) => ({ result: { weight: 17 }, id: `evt_${count}`, description: 'tracker.updated', count }),
    // EasyPost signs weights with a decimal point, and normalizes the key: the ligature counts as two letters.
    (secret, body) =>
      `hmac-sha256-hex=${hmac(secret.normalize('NFKD'), 'hex', body.toString().replace('"weight":17}', '"weight":17.0}'))}`,
    { secret: 'ﬁrst' },
  ),
  shippo: sender(
    'shippo',
    'shippo-auth-signature',
    (count) => ({ event: 'track_updated', data: { tracking_number: `T${count}` } }),
    toTimed,
    { expiredAfterMs: 6 * MINUTE_MS },
  ),
  aftership: sender(
    'aftership',
    'aftership-hmac-sha256',
    (count) => ({ event: 'tracking_update', event_id: `as-${count}`, msg: { tag: 'Delivered' } }),
    (secret, body) => hmac(secret, 'base64', body),
  ),
  judgeme: sender(
    'judgeme',
    'judgeme-hmac-sha256',
    (count) => ({ key: 'review/created', review: { id: count, rating: 5 } }),
    (secret, body) => hmac(secret, 'hex', body),
  ),
  yotpo: sender(
    'yotpo',
    'authorization',
    (count) => ({ event: 'review_create', data: { id: String(count) } }),
    toPassword,
    { isBodyUnsigned: true },
  ),
  okendo: sender(
    'okendo',
    'svix-signature',
    () => ({}),
    () => '',
    {
      secret: `whsec_${Buffer.from('okendo-1').toString('base64')}`,
      otherSecret: `whsec_${Buffer.from('okendo-2').toString('base64')}`,
      newRequest: (count, secret, at) => {
        const body = toJson({ resourceType: 'review', topic: 'create', sequenceNumber: count })
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
        const signature = hmac(key, 'base64', `msg_${count}.${seconds(at)}.`, body)
        const signed = { 'svix-timestamp': seconds(at), 'svix-signature': `v1,AAAA v1,${signature}` }
        return { body, headers: { ...JSON_TYPE, 'svix-id': `msg_${count}`, ...signed } }
      },
      expiredAfterMs: 6 * MINUTE_MS,
    },
  ),
  trustpilot: sender(
    'trustpilot',
    'authorization',
    (count) => ({ events: [{ eventName: 'service-review-created', eventData: { id: `t${count}` } }] }),
    toPassword,
    { isBodyUnsigned: true },
  ),
  postmark: {
    connect: connectMailbox('postmark'),
    secret: 'not used',
    otherSecret: 'not used',
    newRequest: (count) => ({
      body: toJson({ From: 'ada@example.com', RawEmail: rawEmail(count) }),
      headers: JSON_TYPE,
    }),
    rejection: 401,
    isBodyUnsigned: true,
  },
  sendgrid: {
    connect: connectMailbox('sendgrid'),
    secret: SENDGRID_KEYS[0].publicKey,
    otherSecret: SENDGRID_KEYS[1].publicKey,
    newRequest: (count, secret, at) => {
      const { body, headers } = toForm({
        envelope: '{"from":"ada@example.com","to":["p@x.example"]}',
        email: rawEmail(count),
      })
      const { privateKey } = SENDGRID_KEYS[secret === SENDGRID_KEYS[0].publicKey ? 0 : 1]
      const signature = sign('sha256', Buffer.concat([Buffer.from(seconds(at)), body]), privateKey).toString('base64')
      const signed = { 'x-twilio-email-event-webhook-timestamp': seconds(at), [SENDGRID_SIGNATURE]: signature }
      return { body, headers: { ...headers, ...signed } }
    },
    withoutSignature: withoutHeader(SENDGRID_SIGNATURE),
    expiredAfterMs: 16 * MINUTE_MS,
    rejection: 401,
  },
  mailgun: {
    connect: connectMailbox('mailgun'),
    secret: 'mailgun-1',
    otherSecret: 'mailgun-2',
    newRequest: (count, secret, at) => {
      const [timestamp, token] = [seconds(at), `token-${count}`]
      const signature = hmac(secret, 'hex', timestamp, token)
      return toForm({ timestamp, token, signature, 'body-mime': rawEmail(count) })
    },
    withoutSignature: ({ body, headers }) => ({
      body: Buffer.from(body.toString().replace(/signature=\w+&/, '')),
      headers,
    }),
    expiredAfterMs: 16 * MINUTE_MS,
    rejection: 401,
    expiredRejection: 406,
    isBodyUnsigned: true,
  },
} satisfies Record<string, Sender>

/** With another last digit: a change that leaves it valid JSON, or a form. */
export function changeByte({ body, headers }: InboundRequest): InboundRequest {
  const changed = Buffer.from(body)
  const at = changed.findLastIndex((byte) => byte >= 0x30 && byte <= 0x39)
  changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
  return { body: changed, headers }
}

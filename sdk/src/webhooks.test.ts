import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { parseWebhook, type WebhookEvent } from './webhooks.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const SECRET = newSecret()
const EVENT = {
  id: 'evt_01k9z3h8x2f7mtv4q6bw0ncdre',
  type: 'order.canceled',
  timestamp: '2026-11-15T09:30:00.000Z',
  data: { orderId: 'ord_01k9z3h8x2f7mtv4q6bw0ncdre', reason: 'customer', staffNote: 'Wünscht “später” 🎁' },
}
const BODY = JSON.stringify(EVENT)

interface Signing {
  secrets?: string[]
  at?: Date
  body?: string
}

/** Signed by the reference implementation. */
function headersOf({ secrets = [SECRET], at = new Date(), body = BODY }: Signing = {}) {
  return {
    'webhook-id': EVENT.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(EVENT.id, at, body)).join(' '),
  }
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

describe('parseWebhook', () => {
  it('returns the event of a request signed by the standardwebhooks package, typed by its type', async () => {
    const event = await parseWebhook(BODY, headersOf(), SECRET)
    expect(event).toEqual(EVENT)
    if (event.type === 'order.canceled') expectTypeOf(event.data.orderId).toEqualTypeOf<string>()
    expectTypeOf<Extract<WebhookEvent, { type: 'order.created' }>['data']['number']>().toEqualTypeOf<number>()
  })

  it.each<[string, Parameters<typeof parseWebhook>]>([
    ['bytes', [new TextEncoder().encode(BODY), headersOf(), SECRET]],
    ['a part of a buffer', [Buffer.from(`--${BODY}`).subarray(2), headersOf(), SECRET]],
    ['an ArrayBuffer', [new TextEncoder().encode(BODY).buffer, headersOf(), SECRET]],
    ['Headers', [BODY, new Headers(headersOf()), SECRET]],
    [
      'headers in any case',
      [
        BODY,
        Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), [value]])),
        SECRET,
      ],
    ],
    ['a new secret beside the previous one', [BODY, headersOf(), [newSecret(), SECRET]]],
    ['the signatures of two secrets', [BODY, headersOf({ secrets: [newSecret(), SECRET] }), SECRET]],
    ['a secret without its prefix', [BODY, headersOf(), SECRET.replace('whsec_', '')]],
    ['four minutes of delay', [BODY, headersOf({ at: secondsAgo(240) }), SECRET]],
    ['four minutes of a wrong clock', [BODY, headersOf({ at: secondsAgo(-240) }), SECRET]],
    ['a longer tolerance', [BODY, headersOf({ at: secondsAgo(900) }), SECRET, { toleranceSeconds: 1000 }]],
    [
      'signatures of other versions',
      [BODY, { ...headersOf(), 'webhook-signature': `v1a,AAAA v1,! ${headersOf()['webhook-signature']}` }, SECRET],
    ],
  ])('accepts %s', async (_, input) => {
    expect(await parseWebhook(...input)).toEqual(EVENT)
  })

  it.each<[string, string, Parameters<typeof parseWebhook>]>([
    ['another secret', 'invalid_signature', [BODY, headersOf(), newSecret()]],
    ['no secret', 'invalid_signature', [BODY, headersOf(), []]],
    ['a changed byte', 'invalid_signature', [BODY.replace('customer', 'Customer'), headersOf(), SECRET]],
    ['another id', 'invalid_signature', [BODY, { ...headersOf(), 'webhook-id': 'evt_other' }, SECRET]],
    [
      'another time',
      'invalid_signature',
      [BODY, { ...headersOf(), 'webhook-timestamp': headersOf({ at: secondsAgo(60) })['webhook-timestamp'] }, SECRET],
    ],
    [
      'a shortened signature',
      'invalid_signature',
      [BODY, { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].slice(0, -4) }, SECRET],
    ],
    [
      'a signature without its version',
      'invalid_signature',
      [BODY, { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].slice(3) }, SECRET],
    ],
    ['a replayed request', 'invalid_timestamp', [BODY, headersOf({ at: secondsAgo(301) }), SECRET]],
    ['a request from the future', 'invalid_timestamp', [BODY, headersOf({ at: secondsAgo(-302) }), SECRET]],
    ['a time that is none', 'invalid_timestamp', [BODY, { ...headersOf(), 'webhook-timestamp': '1e9' }, SECRET]],
    ['no id', 'missing_header', [BODY, { ...headersOf(), 'webhook-id': undefined }, SECRET]],
    ['no time', 'missing_header', [BODY, { ...headersOf(), 'webhook-timestamp': '' }, SECRET]],
    ['no signature', 'missing_header', [BODY, { ...headersOf(), 'webhook-signature': undefined }, SECRET]],
    ['a body that is not JSON', 'invalid_body', ['hello', headersOf({ body: 'hello' }), SECRET]],
    ['a body that is not an event', 'invalid_body', ['{"id":1}', headersOf({ body: '{"id":1}' }), SECRET]],
  ])('rejects %s', async (_, code, input) => {
    await expect(parseWebhook(...input)).rejects.toMatchObject({ name: 'WebhookVerificationError', code })
  })

  it('says what is wrong with a secret that is none', async () => {
    await expect(parseWebhook(BODY, headersOf(), 'whsec_!')).rejects.toThrow('A webhook secret starts with whsec_')
    await expect(parseWebhook(BODY, headersOf(), '')).rejects.toThrow('A webhook secret starts with whsec_')
  })
})

import { hmac, isEqual, isRecent, readHeader, type SignedRequest, type Verdict } from './signed-request.ts'

/** `t=…,v1=…`: any `v1` may match, since Stripe signs with both secrets while one is rolled. Other versions are ignored. */
function verifyTimed({ body, headers, secrets, now }: SignedRequest, header: string): Verdict {
  const value = readHeader(headers, header)
  if (value === undefined) return 'missing'
  const pairs = value.split(',').map((pair) => pair.trim().split('=', 2))
  const valuesOf = (name: string) => pairs.flatMap(([key, text]) => (key === name && text ? [text] : []))
  const [timestamp = ''] = valuesOf('t')
  const signatures = valuesOf('v1').slice(0, 10)
  const isSigned = secrets.some((secret) => {
    const expected = hmac(secret, 'hex', `${timestamp}.`, body)
    return signatures.some((signature) => isEqual(signature, expected))
  })
  if (!isSigned) return 'invalid'
  return isRecent(timestamp, now) ? 'valid' : 'expired'
}

export const verifyStripe = (request: SignedRequest): Verdict => verifyTimed(request, 'stripe-signature')

export const verifyShippo = (request: SignedRequest): Verdict => verifyTimed(request, 'shippo-auth-signature')

/** Okendo sends with Svix: the key is the decoded part after `whsec_`, and the signatures are a list. */
export function verifyOkendo({ body, headers, secrets, now }: SignedRequest): Verdict {
  const id = readHeader(headers, 'svix-id')
  const timestamp = readHeader(headers, 'svix-timestamp')
  const list = readHeader(headers, 'svix-signature')
  if (id === undefined || timestamp === undefined || list === undefined) return 'missing'
  const signatures = list.split(' ').slice(0, 10)
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = `v1,${hmac(key, 'base64', `${id}.${timestamp}.`, body)}`
    return signatures.some((signature) => isEqual(signature, expected))
  })
  if (!isSigned) return 'invalid'
  return isRecent(timestamp, now) ? 'valid' : 'expired'
}

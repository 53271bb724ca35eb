import { hmac, isEqual, readHeader, type SignedRequest, type Verdict } from './signed-request.ts'

const DAY_MS = 86_400_000
/** How long a repeated event is recognized. What is older could be a replay of one that is no longer in the log. */
export const RETENTION_DAYS = 30

function verifyHmac(
  { secrets }: SignedRequest,
  signature: string | undefined,
  sign: (secret: string) => string,
): Verdict {
  if (signature === undefined) return 'missing'
  return secrets.some((secret) => isEqual(signature, sign(secret))) ? 'valid' : 'invalid'
}

/** Shopify tries for four hours; what was triggered a day ago is no retry. The header is not signed itself. */
export function verifyShopify(request: SignedRequest): Verdict {
  const { body, headers, now } = request
  const verdict = verifyHmac(request, readHeader(headers, 'x-shopify-hmac-sha256'), (secret) =>
    hmac(secret, 'base64', body),
  )
  return verdict === 'valid' && isOlder(readHeader(headers, 'x-shopify-triggered-at'), now, 1) ? 'expired' : verdict
}

/** AfterShip's time is part of the signed body. */
export function verifyAftership(request: SignedRequest): Verdict {
  const { body, headers, now } = request
  const verdict = verifyHmac(request, readHeader(headers, 'aftership-hmac-sha256'), (secret) =>
    hmac(secret, 'base64', body),
  )
  return verdict === 'valid' && isOlder(readTime(body, 'ts'), now, RETENTION_DAYS) ? 'expired' : verdict
}

/** The secret may be that of the app or the private token of the shop: both are among the secrets. */
export const verifyJudgeme = (request: SignedRequest): Verdict =>
  verifyHmac(request, readHeader(request.headers, 'judgeme-hmac-sha256'), (secret) => hmac(secret, 'hex', request.body))

const EASYPOST_PREFIX = 'hmac-sha256-hex='
/** EasyPost signs weights with a decimal point, and some of its servers send them without (easypost-node#467). */
const WHOLE_WEIGHTS = /("weight":\s*)(\d+)(?=\s*[,}])/g

export function verifyEasypost(request: SignedRequest): Verdict {
  const { body, headers, now } = request
  const signature = readHeader(headers, 'x-hmac-signature')
  const key = (secret: string) => secret.normalize('NFKD')
  const verdict = verifyHmac(request, signature, (secret) => EASYPOST_PREFIX + hmac(key(secret), 'hex', body))
  const either =
    verdict === 'invalid'
      ? verifyHmac(request, signature, (secret) => EASYPOST_PREFIX + hmac(key(secret), 'hex', withDecimals(body)))
      : verdict
  return either === 'valid' && isOlder(readTime(body, 'created_at'), now, RETENTION_DAYS) ? 'expired' : either
}

const withDecimals = (body: Buffer) => body.toString('utf8').replaceAll(WHOLE_WEIGHTS, '$1$2.0')

function isOlder(time: string | number | undefined, now: Date, days: number): boolean {
  const ms = typeof time === 'number' ? time * 1000 : Date.parse(time ?? '')
  return now.getTime() - ms > days * DAY_MS
}

/** Undefined if the body has none: then nothing is known about its age. */
function readTime(body: Buffer, field: string): string | number | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))[field]
    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

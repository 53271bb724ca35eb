import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../../ctx.ts'
import type { Destination } from '../../../pricing/pricing-input.ts'

/** A shipping price guaranteed to a buyer for these items and this destination until it expires. */
export interface Quote {
  environmentId: string
  service: string
  rateIds: string[]
  title: string
  type: 'shipping' | 'pickup' | 'digital'
  amount: number
  currency: string
  /** Minimum item total after discounts; 0 if the price doesn't depend on it. */
  minItemTotal: number
  /** See `fingerprintOf`. */
  fingerprint: string
  expiresAtMs: number
}

const PREFIX = 'quote_'
/** 128 bits in base64url. */
const MAC_LENGTH = 22
/** Fits one rate from each of a hundred profiles and a title of a hundred four-byte characters. */
const MAX_LENGTH = 8000
const VERSION = 1

/** Stateless: the id is the signed quote. The secret is `ctx.secretFor('shipping-quotes')`. */
export function signQuote(quote: Quote, secret: string): string {
  const { environmentId, service, rateIds, title, type, amount, currency, minItemTotal, fingerprint, expiresAtMs } =
    quote
  const price = [amount, currency, minItemTotal, fingerprint, expiresAtMs]
  const fields = [VERSION, environmentId, service, rateIds, title, type, ...price]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  const id = PREFIX + payload + signPayload(payload, secret)
  if (id.length > MAX_LENGTH)
    throw new RangeError(`A quote of ${id.length} characters is too long to send back in a request`)
  return id
}

/** Undefined if the quote was not signed by this installation, belongs to another environment, or has expired. */
export function verifyQuote(
  id: string,
  secret: string,
  { environmentId, nowMs }: { environmentId: string; nowMs: number },
): Quote | undefined {
  if (id.length > MAX_LENGTH || id.length <= PREFIX.length + MAC_LENGTH || !id.startsWith(PREFIX)) return undefined
  const payload = id.slice(PREFIX.length, -MAC_LENGTH)
  // Compares text, because several base64url spellings decode to the same bytes and only ours is valid.
  const [received, expected] = [Buffer.from(id.slice(-MAC_LENGTH)), Buffer.from(signPayload(payload, secret))]
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const quote = decodePayload(payload)
  return quote && quote.environmentId === environmentId && quote.expiresAtMs > nowMs ? quote : undefined
}

/** The signature was verified, so the shape is trusted; another format would have another version number. */
function decodePayload(payload: string): Quote | undefined {
  const [version, environmentId, service, rateIds, title, type, ...price] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  )
  if (version !== VERSION) return undefined
  const [amount, currency, minItemTotal, fingerprint, expiresAtMs] = price
  return {
    environmentId,
    service,
    rateIds,
    title,
    type,
    amount,
    currency,
    minItemTotal,
    fingerprint,
    expiresAtMs,
  }
}

const signPayload = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest().subarray(0, 16).toString('base64url')

interface QuotedItem {
  variantId: string
  quantity: number
}

/** Identifies items and destination, regardless of order and of how quantities are split. */
export function fingerprintOf(items: readonly QuotedItem[], { country, region, postalCode }: Destination): string {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of items) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  const sortedItems = [...quantities]
    .filter(([, quantity]) => quantity > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const destination = [country, region, postalCode].map((text) => text?.replaceAll(/\s/g, '').toUpperCase() || null)
  return createHash('sha256')
    .update(JSON.stringify([sortedItems, destination]))
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

export const quoteSecret = (ctx: Ctx): string => ctx.secretFor('shipping-quotes')

/** Returns the quote while it is valid, whatever cart it is for. */
export const readValidQuote = (ctx: Ctx, quoteId: string) =>
  verifyQuote(quoteId, quoteSecret(ctx), { environmentId: ctx.environmentId, nowMs: ctx.now.getTime() })

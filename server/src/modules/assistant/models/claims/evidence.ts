import { currencyDecimals } from '../../../../../../sdk/src/money.ts'
import { isMoney, type Money } from '../../../../kit/money.ts'
import type { OrderSummary, ProductCard, ProductDetail, ToolName, ToolResult } from '../../../chat-tools/schemas.ts'
import { type ClaimKind, extractClaims, withoutTrailingSlash } from './extract-claims.ts'
import { dayFacts, localDay } from './extract-dates.ts'
import { type Statement, toStatements, wordsOf } from './statements.ts'

export interface ProductFact {
  title: string
  available: boolean
  variants: { values: string[]; available: boolean }[]
}

/** Everything that an answer may say: it grows with every tool result of a turn. */
export interface Evidence {
  now: Date
  timeZone: string
  today: string
  /** From tools and the shop's configuration, as the keys of claims. */
  facts: Set<string>
  /** What only the customer said: an answer may repeat it, not confirm it. */
  customerFacts: Set<string>
  /** Hosts that links may lead to. */
  hosts: Set<string>
  products: Map<string, ProductFact>
  /** Products that were looked up one by one: what "it" means. */
  lookedUp: Set<string>
  /** By number, the one that was asked for last at the end. */
  orders: Map<number, OrderSummary>
  /** Countries that the shop has returned shipping options for. */
  countries: Set<string>
  /** Tools that succeeded. */
  done: Set<ToolName>
  sources: Statement[][]
}

interface EvidenceOptions {
  now: Date
  timeZone: string
  /** Texts that the shop wrote itself. */
  shopTexts: string[]
  shopUrls: string[]
  customerTexts: string[]
}

export function createEvidence({ now, timeZone, shopTexts, shopUrls, customerTexts }: EvidenceOptions): Evidence {
  const evidence: Evidence = {
    now,
    timeZone,
    today: localDay(now, timeZone),
    facts: new Set(),
    customerFacts: new Set(),
    hosts: new Set(shopUrls.flatMap((url) => URL.parse(url)?.host ?? [])),
    products: new Map(),
    lookedUp: new Set(),
    orders: new Map(),
    countries: new Set(),
    done: new Set(),
    sources: [],
  }
  for (const text of shopTexts) addText(evidence, text)
  for (const text of customerTexts) {
    for (const { keys } of extractClaims(text, evidence.today)) for (const key of keys) evidence.customerFacts.add(key)
    for (const word of wordsOf(text)) evidence.customerFacts.add(`word:${word}`)
  }
  return evidence
}

/** A failed call proves nothing but its own message. Inputs prove nothing: the model has made them up. */
export function addToolResult(evidence: Evidence, name: ToolName, input: unknown, result: ToolResult<ToolName>): void {
  if (!result.ok) {
    addText(evidence, result.message)
    return
  }
  evidence.done.add(name)
  addValue(evidence, '', result.output)
  const output = result.output as Record<string, unknown>
  for (const product of (output.products ?? []) as ProductCard[]) addProduct(evidence, product)
  if (output.product) {
    const product = output.product as ProductDetail
    evidence.lookedUp.add(product.id)
    addProduct(evidence, product)
  }
  for (const order of [
    ...((output.orders ?? []) as OrderSummary[]),
    ...(output.order ? [output.order as OrderSummary] : []),
  ]) {
    evidence.orders.delete(order.number)
    evidence.orders.set(order.number, order)
  }
  if (name === 'get_shipping_rates' && (output.options as unknown[]).length > 0) {
    evidence.countries.add(String((input as { country?: unknown }).country))
  }
  // A code that the shop has confirmed.
  if (name === 'check_discount_code' && output.valid === true) {
    for (const word of wordsOf(String((input as { code?: unknown }).code))) evidence.facts.add(`word:${word}`)
  }
}

function addProduct(evidence: Evidence, product: ProductCard | ProductDetail): void {
  const known = evidence.products.get(product.id)
  const variants =
    'variants' in product
      ? product.variants.map(({ options, availability }) => ({
          values: Object.values(options).map((value) => value.toLowerCase()),
          available: availability !== 'out_of_stock',
        }))
      : (known?.variants ?? [])
  evidence.products.set(product.id, { title: product.title, available: product.available, variants })
}

/** What a product's own text can't prove: prices, offers and links come from their fields. */
const NOT_IN_DESCRIPTIONS = new Set<ClaimKind>(['amount', 'code', 'url', 'email'])

function addText(evidence: Evidence, text: string, field = ''): void {
  for (const { kind, keys } of extractClaims(text, evidence.today)) {
    if (field === 'description' && NOT_IN_DESCRIPTIONS.has(kind)) continue
    for (const key of keys) evidence.facts.add(key)
  }
  evidence.sources.push(toStatements(text))
  if (field === 'description') return
  for (const word of wordsOf(text)) evidence.facts.add(`word:${word}`)
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function addValue(evidence: Evidence, field: string, value: unknown): void {
  if (typeof value === 'string') addString(evidence, field, value)
  else if (typeof value === 'number') addNumber(evidence, field, value)
  else if (Array.isArray(value)) {
    evidence.facts.add(`number:${value.length}`)
    for (const item of value) addValue(evidence, field, item)
  } else if (isMoney(value)) addMoney(evidence, field, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) addValue(evidence, name, part)
  }
}

function addString(evidence: Evidence, field: string, value: string): void {
  if (TIMESTAMP.test(value)) {
    addMoment(evidence, field, new Date(value))
    return
  }
  if (field.toLowerCase().endsWith('url')) {
    evidence.facts.add(`url:${withoutTrailingSlash(URL.parse(value)?.href ?? value)}`)
  }
  addText(evidence, value, field)
}

function addNumber({ facts }: Evidence, field: string, value: number): void {
  facts.add(`number:${value}`)
  facts.add(`digits:${value}`)
  if (field !== 'minDays' && field !== 'maxDays') return
  for (const unit of ['day', 'business_day']) facts.add(`duration:${value}:${unit}`)
}

function addMoney({ facts }: Evidence, field: string, { amount, currency }: Money): void {
  const value = amount / 10 ** currencyDecimals(currency)
  facts.add(`amount:${value}:${currency}`)
  facts.add(`number:${value}`)
  if (field === 'freeFrom') facts.add('free-from')
  if (field === 'amount' && amount === 0) facts.add('free-shipping')
}

function addMoment({ facts, timeZone, now, today }: Evidence, field: string, moment: Date): void {
  for (const zone of [timeZone, 'UTC']) for (const fact of dayFacts(localDay(moment, zone), today)) facts.add(fact)
  const minutes = Math.round((moment.getTime() - now.getTime()) / 60_000)
  if (field === 'expiresAt' && minutes > 0) facts.add(`duration:${minutes}:minute`)
}

import type { CartSummary, OrderSummary, Passage, ProductCard, ToolName, ToolResult } from '../../chat-tools/schemas.ts'
import type { AnswerEvent, Citation } from '../schemas.ts'
import { splitSentences, stemsOf } from './claims/statements.ts'

/** What tools returned in a turn, for citations and cards. */
export interface Sources {
  products: Map<string, ProductCard>
  passages: Passage[]
  orders: Map<number, OrderSummary>
  cart: CartSummary | null
}

export const newSources = (): Sources => ({ products: new Map(), passages: [], orders: new Map(), cart: null })

export function addSources(sources: Sources, result: ToolResult<ToolName>): void {
  if (!result.ok) return
  const output = result.output as {
    products?: ProductCard[]
    product?: ProductCard
    passages?: Passage[]
    orders?: OrderSummary[]
    order?: OrderSummary
    cart?: CartSummary | null
  }
  for (const product of [...(output.products ?? []), ...(output.product ? [output.product] : [])]) {
    sources.products.set(product.id, toCard(product))
  }
  sources.passages.push(...(output.passages ?? []))
  for (const order of [...(output.orders ?? []), ...(output.order ? [output.order] : [])]) {
    sources.orders.set(order.number, order)
  }
  if (output.cart) sources.cart = output.cart
}

/** A product in detail has more fields than a card shows. */
function toCard(product: ProductCard): ProductCard {
  const { id, handle, title, vendor, type, url, imageUrl, minPrice, maxPrice, available, defaultVariantId } = product
  return { id, handle, title, vendor, type, url, imageUrl, minPrice, maxPrice, available, defaultVariantId }
}

const MAX_SNIPPET_LENGTH = 240
const MAX_CARDS = 5

/** Only what an answer speaks of: products by their title, orders by their number, passages by their words. */
export function* citeSources(sources: Sources, answer: string): Generator<AnswerEvent> {
  const text = answer.toLowerCase()
  const products = [...sources.products.values()].filter(({ title }) => text.includes(title.toLowerCase()))
  for (const product of products.slice(0, MAX_CARDS)) {
    const { id, title, url } = product
    yield { type: 'citation', citation: { id, source: 'product', title, url, snippet: title, updatedAt: null } }
    yield { type: 'card', card: { kind: 'product', product } }
  }
  const sentences = splitSentences(answer).map(stemsOf)
  const cited = new Set<string>()
  for (const passage of sources.passages) {
    if (cited.has(passage.id) || !isUsed(passage, sentences)) continue
    cited.add(passage.id)
    yield { type: 'citation', citation: toCitation(passage) }
  }
  for (const order of sources.orders.values()) {
    if (!new RegExp(`(?<!\\d)${order.number}(?!\\d)`).test(answer) && sources.orders.size > 1) continue
    yield { type: 'card', card: { kind: 'order', order } }
  }
  if (sources.cart) yield { type: 'card', card: { kind: 'cart', cart: sources.cart } }
}

const toCitation = ({ id, source, title, url, text, updatedAt }: Passage): Citation => ({
  id,
  source,
  title,
  url,
  snippet: text.slice(0, MAX_SNIPPET_LENGTH),
  updatedAt,
})

/** At least three words of a sentence, and half of them, come from the passage. */
function isUsed({ text, heading, title }: Passage, sentences: Set<string>[]): boolean {
  const stems = stemsOf(`${title} ${heading ?? ''} ${text}`)
  return sentences.some((sentence) => {
    const shared = [...sentence].filter((stem) => stems.has(stem)).length
    return shared >= 3 && shared / sentence.size >= 0.5
  })
}

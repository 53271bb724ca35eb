import type { ProductCard, ProductDetail } from '../../chat-tools/schemas.ts'
import type { AnswerCard, Citation } from '../schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { type FoundProducts, findProducts } from './find-products.ts'
import { translateWords } from './german-words.ts'
import { isInstruction } from './instructions.ts'
import { foldedWordsOf, isAmong } from './message.ts'
import {
  areOptionsFact,
  availabilityWord,
  compareAtPrices,
  findFact,
  optionsText,
  priceText,
  selectVariants,
  sentencesOf,
  stockText,
  variantPrices,
} from './product-facts.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'

export type ProductQuestion = 'product_price' | 'product_stock' | 'product_options' | 'product_facts'

type ProductList = Pick<FoundProducts, 'products' | 'isOutOfRange'>

const MAX_LISTED = 5

export const productCitation = (turn: Turn, product: ProductCard, snippet?: string): Citation => ({
  id: product.id,
  source: 'product',
  title: product.title,
  url: product.url,
  snippet: snippet ?? priceText(turn, product),
  updatedAt: null,
})

const productCard = (product: ProductCard): AnswerCard => ({ kind: 'product', product })

const toCard = ({ description: _d, tags: _t, options: _o, variants: _v, ...card }: ProductDetail): ProductCard => card

const rememberedProducts = (products: ProductCard[]) =>
  products.slice(0, MAX_LISTED).map(({ id, title }) => ({ id, title }))

export async function searchProducts(turn: Turn): Promise<Reply> {
  const found = await findProducts(turn, { available: asksForStock(turn) })
  if (found.failure) return toolFailure(turn, found.failure)
  if (found.named && found.isFullTitle) return describeProduct(turn, found.named)
  return listProducts(turn, found)
}

/** "Which teas are in stock?" asks for those only. */
const asksForStock = ({ message }: Turn): boolean =>
  /\bin stock\b|\bavailable\b|\bauf lager\b|\blieferbar/.test(message.folded)

export function listProducts(turn: Turn, { products, isOutOfRange }: ProductList): Reply {
  const { phrases } = turn
  if (products.length === 0) {
    return {
      ...offerPerson(turn, [isOutOfRange ? phrases.noProductsInPriceRange : phrases.noProducts], 'unknown'),
      missed: true,
    }
  }
  const listed = products.slice(0, MAX_LISTED)
  const lines = listed.map((product) => `\n- ${productLine(turn, product)}`)
  return {
    status: 'answered',
    text: [phrases.foundProducts(listed.length), ...lines],
    citations: listed.map((product) => productCitation(turn, product)),
    cards: listed.map(productCard),
    products: rememberedProducts(listed),
  }
}

function productLine(turn: Turn, product: ProductCard): string {
  const { availability, productLine } = turn.phrases
  return productLine(
    product.title,
    priceText(turn, product),
    product.available ? availability.available : availability.out_of_stock,
  )
}

/** A question about one product: the one named, or the one shown last. */
export async function answerProductQuestion(turn: Turn, question: ProductQuestion): Promise<Reply> {
  const found = await resolveProduct(turn)
  if (found.failure) return toolFailure(turn, found.failure)
  const only = found.products.length === 1 ? found.products[0] : undefined
  const product = found.named ?? only
  if (product) return describeProduct(turn, product, question)
  if (found.products.length > 0) {
    const available =
      question === 'product_stock' ? found.products.filter((product) => product.available) : found.products
    return listProducts(turn, { ...found, products: available.length > 0 ? available : found.products })
  }
  const asksWhich = contentWordsOf(turn.message, turn.language).length === 0
  if (!asksWhich) return listProducts(turn, found)
  const { phrases, message } = turn
  return {
    status: 'clarification_required',
    text: [phrases.askProduct],
    pending: { slot: 'product', intent: question, question: message.text.slice(0, 300) },
  }
}

interface ResolvedProduct extends Omit<FoundProducts, 'named'> {
  named: { id: string } | null
}

/** By position in the last list, by name, or by "it". */
export async function resolveProduct(turn: Turn): Promise<ResolvedProduct> {
  const { entities, state, message, language } = turn
  const remembered = entities.positions.flatMap((position) => state.products.at(position) ?? [])
  const byPosition = remembered[0] && entities.positions.length === 1 ? remembered[0] : null
  const none = { products: [], named: null, isFullTitle: false, isOutOfRange: false, matchedWords: 0 }
  if (byPosition) return { ...none, named: byPosition }
  const [last] = state.products
  const words = contentWordsOf(message, language)
  if (last && words.length === 0) return { ...none, named: last }
  const found = await findProducts(turn)
  if (found.named || !last) return found
  // "What nibs are there?" is about the pen that was just shown, even if nothing is called "nibs".
  const isAboutLast =
    entities.refersBack || found.products.length === 0 || found.products.some(({ id }) => id === last.id)
  return isAboutLast && found.matchedWords === 0 ? { ...none, named: last } : found
}

/** Everything a customer asked about a product, and its price. */
export async function describeProduct(turn: Turn, { id }: { id: string }, question?: ProductQuestion): Promise<Reply> {
  const result = await turn.request.callTool('get_product', { id })
  if (!result.ok) return result.code === 'not_found' ? listProducts(turn, NOTHING) : toolFailure(turn, result.code)
  const { product } = result.output
  const { text, quote, isMissing } = describe(turn, product, question)
  const reply: Reply = {
    status: 'answered',
    text,
    citations: [productCitation(turn, product, quote)],
    cards: [productCard(toCard(product))],
    products: rememberedProducts([product]),
  }
  return isMissing ? { ...reply, ...offerPerson(turn, text, 'unknown'), missed: true } : reply
}

const NOTHING: ProductList = { products: [], isOutOfRange: false }

interface Description {
  text: string[]
  quote?: string
  isMissing?: boolean
}

function describe(turn: Turn, product: ProductDetail, question: ProductQuestion | undefined): Description {
  if (question === 'product_facts') return describeFact(turn, product)
  const { phrases } = turn
  const selection = selectVariants(turn, product)
  const price = describePrice(turn, product)
  const stock = stockText(turn, product, selection)
  if (question === 'product_price') return { text: [...price, stock] }
  if (question === 'product_stock') {
    // A value that the product does not have: what it has instead.
    const options = selection.label === null && product.options.length > 0 && asksForVersion(turn, product)
    return { text: [options ? phrases.options(product.title, optionsText(turn, product)) : stock, ...price] }
  }
  const versions =
    product.options.length > 0
      ? phrases.options(product.title, optionsText(turn, product))
      : phrases.noOptions(product.title)
  if (question === 'product_options') return { text: [versions, ...price] }
  const quote = quotable(sentencesOf(product.description)).slice(0, 2).join(' ')
  return {
    text: [...(quote ? [phrases.quoteDescription({ title: product.title, text: quote })] : []), ...price, stock],
    ...(quote && { quote }),
  }
}

/** "In 45", "in green": a version is named, though the product may not have it. */
const asksForVersion = ({ message }: Turn, { title }: ProductDetail): boolean => {
  const version = message.folded.match(/\b(?:in|size|grosse)\s+(?:size |grosse )?([\p{L}\d]+)\W*$/u)?.[1]
  return version !== undefined && version !== 'stock' && !foldedWordsOf(title).includes(version)
}

function describePrice(turn: Turn, product: ProductDetail): string[] {
  const { phrases } = turn
  const { variants, label } = selectVariants(turn, product)
  const name = label ? `${product.title} (${label})` : product.title
  // Only if every version is reduced: nobody should expect it of one that is not.
  const before = compareAtPrices(turn, variants)
  return [
    phrases.priceOf(name, variantPrices(turn, variants)),
    ...(before.length === 1 && before[0] ? [phrases.reducedFrom(before[0])] : []),
  ]
}

const quotable = (sentences: string[]): string[] => sentences.filter((sentence) => !isInstruction(sentence))

function describeFact(turn: Turn, product: ProductDetail): Description {
  const { phrases, message, language } = turn
  const words = contentWordsOf(message, language)
  const all = language === 'de' ? [...words, ...translateWords(words)] : words
  const description = quotable(sentencesOf(product.description)).join('\n')
  const fact = findFact(message.folded, { ...product, description }, [...new Set(all)])
  const price = describePrice(turn, product)
  if (fact) return { text: [phrases.quoteDescription({ title: product.title, text: fact }), ...price], quote: fact }
  if (areOptionsFact(message.folded, product))
    return { text: [phrases.options(product.title, optionsText(turn, product)), ...price] }
  const title = foldedWordsOf(product.title)
  const asksInGeneral = all.every(
    (word) =>
      isAmong(word, title) ||
      /^(?:details?|about|mehr|describe|inside|included?|contents|makes|brand|drin|enthalten|erzahl\w*|beschreib\w*)$/.test(
        word,
      ),
  )
  const quote = sentencesOf(description).slice(0, 3).join(' ')
  if (asksInGeneral && quote) {
    return { text: [phrases.quoteDescription({ title: product.title, text: quote }), ...price], quote }
  }
  return { text: [phrases.notInDescription(product.title)], isMissing: true }
}

/** Side by side, without an opinion. */
export async function compareProducts(turn: Turn): Promise<Reply> {
  const { phrases, state, entities } = turn
  const ids = await productsToCompare(turn)
  if (ids.length < 2)
    return { status: 'clarification_required', text: [phrases.askWhichProducts], products: state.products }
  const results = await Promise.all(ids.slice(0, 3).map((id) => turn.request.callTool('get_product', { id })))
  const products = results.flatMap((result) => (result.ok ? [result.output.product] : []))
  if (products.length < 2 || entities.positions.length === 1) {
    return { status: 'clarification_required', text: [phrases.askWhichProducts], products: state.products }
  }
  const lines = products.map((product) => {
    const options = product.options.length > 0 ? ` · ${optionsText(turn, product)}` : ''
    return `\n- ${product.title}: ${priceText(turn, product)} · ${availabilityWord(turn, product)}${options}`
  })
  return {
    status: 'answered',
    text: [phrases.comparison, ...lines],
    citations: products.map((product) => productCitation(turn, product)),
    cards: products.map((product) => productCard(toCard(product))),
    products: rememberedProducts(products),
  }
}

const CONNECTORS = /\s+(?:and|vs\.?|versus|or|with|und|oder|mit)\s+|,\s*/i

async function productsToCompare(turn: Turn): Promise<string[]> {
  const { state, entities, message, language } = turn
  if (entities.positions.length > 1)
    return entities.positions.flatMap((position) => state.products.at(position)?.id ?? [])
  const parts = message.text.split(CONNECTORS).filter(Boolean)
  const ids: string[] = []
  for (const text of parts.slice(0, 4)) {
    const { products, named } = await findProducts(turn, { text })
    const product = named ?? products[0]
    if (product && !ids.includes(product.id)) ids.push(product.id)
  }
  if (ids.length > 0 || contentWordsOf(message, language).length > 0) return ids
  return state.products.slice(0, 2).map(({ id }) => id)
}

import type { CartSummary, ProductDetail } from '../../chat-tools/schemas.ts'
import { contentWordsOf } from './content-words.ts'
import { findProducts } from './find-products.ts'
import { translateWords } from './german-words.ts'
import { foldedWordsOf, isAmong } from './message.ts'
import { optionsText, selectVariants, stockText, variantTitle } from './product-facts.ts'
import { listProducts, productCitation, resolveProduct } from './products.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'

export async function showCart(turn: Turn): Promise<Reply> {
  const { request, phrases } = turn
  const result = await request.callTool('get_cart', {})
  if (!result.ok) return toolFailure(turn, result.code)
  const { cart } = result.output
  if (!cart || cart.items.length === 0) return { status: 'answered', text: [phrases.cartEmpty] }
  return {
    status: 'answered',
    text: [phrases.cartContents, ...describeCart(turn, cart)],
    cards: [{ kind: 'cart', cart }],
  }
}

function describeCart({ phrases, format }: Turn, { items, discounts, total, problems }: CartSummary): string[] {
  return [
    ...items.map(({ title, variantTitle, quantity, total }) => {
      const name = variantTitle ? `${title} (${variantTitle})` : title
      return `\n- ${phrases.cartLine(format.number(quantity), name, format.money(total))}`
    }),
    ...discounts.map(({ title, amount }) => `\n- ${title}: −${format.money(amount)}`),
    `\n${phrases.cartTotal(format.money(total))}`,
    ...problems.map((problem) => `\n${problem}`),
  ]
}

/** What the message names; if it names nothing in the cart, the cart is shown. */
export async function removeFromCart(turn: Turn): Promise<Reply> {
  const { request, phrases, message, language, format } = turn
  const result = await request.callTool('get_cart', {})
  if (!result.ok) return toolFailure(turn, result.code)
  const own = contentWordsOf(message, language)
  const words = language === 'de' ? [...own, ...translateWords(own)] : own
  const items = result.output.cart?.items ?? []
  const named = items.filter(({ title }) => words.some((word) => isAmong(word, foldedWordsOf(title))))
  if (named.length === 0) return showCart(turn)
  const removed = await request.callTool('update_cart', { removeLineIds: named.map(({ lineId }) => lineId) })
  if (!removed.ok) return toolFailure(turn, removed.code)
  const { cart } = removed.output
  return {
    status: 'answered',
    text: [
      phrases.removedFromCart(format.list(named.map(({ title }) => title))),
      ...(cart.items.length > 0 ? describeCart(turn, cart) : [phrases.cartEmpty]),
    ],
    cards: [{ kind: 'cart', cart }],
  }
}

export async function addToCart(turn: Turn): Promise<Reply> {
  const { phrases, message, entities } = turn
  const byReference = entities.positions.length > 0 || (entities.refersBack && turn.state.products.length > 0)
  const found = byReference ? await resolveProduct(turn) : await findProducts(turn)
  if (found.failure) return toolFailure(turn, found.failure)
  const product = found.named ?? (found.products.length === 1 ? found.products[0] : undefined)
  const quantity = entities.quantity ?? 1
  if (product) return addProduct(turn, product.id, quantity)
  if (found.products.length > 0) return { ...listProducts(turn, found), status: 'clarification_required' }
  return {
    status: 'clarification_required',
    text: [phrases.askProduct],
    pending: { slot: 'product', intent: 'add_to_cart', question: message.text.slice(0, 300) },
  }
}

/** Asks for the version if the message leaves it open. */
export async function addProduct(turn: Turn, productId: string, quantity: number): Promise<Reply> {
  const { phrases, request } = turn
  const result = await request.callTool('get_product', { id: productId })
  if (!result.ok) return toolFailure(turn, result.code)
  const { product } = result.output
  const selection = selectVariants(turn, product)
  const buyable = selection.variants.filter(({ availability }) => availability !== 'out_of_stock')
  const remembered = { products: [{ id: product.id, title: product.title }] }
  if (buyable.length === 0) {
    const reply = offerPerson(turn, [stockText(turn, product, selection)])
    return { ...reply, ...remembered, citations: [productCitation(turn, product)] }
  }
  const [variant] = buyable
  if (buyable.length > 1 || !variant) return askVariant(turn, product, quantity, buyable.map(variantTitle))
  const items = [{ variantId: variant.id, quantity }]
  // Without a cart, it creates one.
  const added = await request.callTool('update_cart', { addItems: items })
  if (!added.ok) {
    const reason = added.code === 'rejected' || added.code === 'invalid' ? [added.message] : []
    return offerPerson(turn, [phrases.cannotAdd(product.title), ...reason])
  }
  const { cart } = added.output
  const title = variantTitle(variant)
  const name = title ? `${product.title} (${title})` : product.title
  return {
    status: 'answered',
    text: [phrases.addedToCart(turn.format.number(quantity), name), ...describeCart(turn, cart)],
    citations: [productCitation(turn, product)],
    cards: [{ kind: 'cart', cart }],
    suggestions: [phrases.suggestions.showCart, phrases.suggestions.shipping],
    ...remembered,
  }
}

const MAX_SUGGESTIONS = 6

function askVariant(turn: Turn, product: ProductDetail, quantity: number, titles: string[]): Reply {
  return {
    status: 'clarification_required',
    text: [turn.phrases.askVariant(product.title, optionsText(turn, product))],
    citations: [productCitation(turn, product)],
    suggestions: titles.slice(0, MAX_SUGGESTIONS),
    pending: { slot: 'variant', productId: product.id, quantity },
    products: [{ id: product.id, title: product.title }],
  }
}

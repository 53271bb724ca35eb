/** Uses the installed package as its readers would. Valid as JavaScript and under strict TypeScript. */
const body = `
async function main() {
  const { STOREDESK_URL: baseUrl = '', STOREDESK_API_KEY: apiKey } = process.env
  const storedesk = createClient({ baseUrl, apiKey })
  const { data: products } = await storedesk.products.list({ available: true, limit: 2 })
  const cart = await storedesk.carts.create({ currency: 'EUR' })
  for (const { defaultVariantId } of products) {
    if (defaultVariantId) await storedesk.carts.items.add(cart.id, { variantId: defaultVariantId, quantity: 1 })
  }
  const { items } = await storedesk.carts.get(cart.id)
  for (const { title, defaultVariantId } of products) {
    if (!items.some((item) => item.variantId === defaultVariantId)) throw new Error(title + ' is not in the cart.')
  }

  let count = 0
  for await (const product of storedesk.products.list({ limit: 2 })) {
    if (typeof product.title !== 'string') throw new Error('A product has no title.')
    count += 1
    if (count === 5) break
  }
  if (count !== 5) throw new Error('The list has ' + count + ' products.')

  const missing = await storedesk.orders.get('ord_01k9z3h8x2f7mtv4q6bw0ncdre').catch((error) => error)
  if (!isStoredeskError(missing, 'not_found') || !(missing instanceof StoredeskError)) throw missing
  if (!(await storedesk.catalog.export()).includes('Handle')) throw new Error('The export is not CSV.')
  console.log('ok', process.version)
}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
`

const NAMES = 'createClient, isStoredeskError, StoredeskError'

export const esModule = `import { ${NAMES} } from '@storedesk/sdk'\n${body}`
export const commonJs = `const { ${NAMES} } = require('@storedesk/sdk')\n${body}`

/** The compiler fails when a line below a @ts-expect-error compiles, so these types are not \`any\`. */
export const types = `
import type { Address, Cart, Money, Order, OperationResponse, PublicProduct, Storedesk } from '@storedesk/sdk'

export async function total(storedesk: Storedesk, id: string): Promise<Money> {
  const cart: Cart = await storedesk.carts.get(id)
  const address: Address | null = cart.shippingAddress
  console.log(address?.country)
  for await (const order of storedesk.orders.list({ status: 'open' })) {
    const same: Order = order
    console.log(same.number)
  }
  const product: PublicProduct = await storedesk.get('/v1/products/{id}', { params: { id: 'linen-shirt' } })
  console.log(product.title)
  const { response } = await storedesk.raw.GET('/v1/workspace')
  console.log(response.status)
  // @ts-expect-error: unknown resource
  storedesk.cart
  // @ts-expect-error: unknown field
  cart.sum
  // @ts-expect-error: the body is missing
  storedesk.carts.create()
  // @ts-expect-error: unknown status
  storedesk.orders.list({ status: 'lost' })
  // @ts-expect-error: the amount is a number
  const text: string = cart.totals.total.amount
  console.log(text)
  return cart.totals.total
}
export type Workspace = OperationResponse<'workspace.get'>
`

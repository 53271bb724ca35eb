import { AppError, type ErrorDetail } from '../../kit/errors.ts'
import type { CartContents } from './contents.ts'
import type { ItemAddition } from './line-items.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { RequestedItems } from './resolve-items.ts'

/** Which variants the request puts into the cart, and by which field. */
type VariantPaths = ReadonlyMap<string, string>

/** Each addition is of the item in the same place. Without a quantity in the request, the item itself is at fault. */
export const toVariantPaths = (additions: readonly ItemAddition[], { items, isList }: RequestedItems): VariantPaths =>
  new Map(
    additions.map(({ variantId }, index) => {
      const { quantity, sku } = items[index] ?? {}
      const item = isList ? `/items/${index}` : ''
      const own = isList ? item : sku === undefined ? '/variantId' : '/sku'
      return [variantId, quantity === undefined ? own : `${item}/quantity`]
    }),
  )

/**
 * The shop sells so many of a variant in one order, over all lines that share it. Only what a request names is refused: a limit that
 * was lowered since must not keep the buyer from changing another line, which is then limited with a warning.
 */
export function assertWithinOrderLimit(
  contents: CartContents,
  { offers }: Pick<CartContext, 'offers'>,
  paths: VariantPaths,
): CartContents {
  const details: ErrorDetail[] = []
  for (const [variantId, path] of paths) {
    const { maxPerOrder = null, title } = offers.get(variantId) ?? {}
    const total = contents.lines.reduce((sum, line) => sum + (line.variantId === variantId ? line.quantity : 0), 0)
    if (maxPerOrder === null || total <= maxPerOrder) continue
    details.push({ path, message: `at most ${maxPerOrder} of ${title} can be ordered at once`, actual: maxPerOrder })
  }
  if (details.length === 0) return contents
  const [first] = details
  const message = `${first?.message.charAt(0).toUpperCase()}${first?.message.slice(1)}. Reduce the quantity.`
  throw new AppError('quantity_limit_exceeded', message, { details })
}

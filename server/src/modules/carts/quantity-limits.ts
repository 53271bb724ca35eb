import { AppError, type ErrorDetail } from '../../kit/errors.ts'
import type { CartContents } from './contents.ts'
import type { ItemAddition } from './line-items.ts'
import type { CartContext } from './loading/load-cart.ts'
import type { RequestedItems } from './resolve-items.ts'

/** The variants a request adds, and the field that names each. */
type VariantPaths = ReadonlyMap<string, string>

/** Each addition corresponds to the item at the same index. Without a quantity, the error points at the item. */
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
 * Enforces the order limit of a variant across all items that share it. Only variants the request names are rejected:
 * a limit lowered since must not block changes to other items, which are reduced with a warning.
 */
export function assertWithinOrderLimit(
  contents: CartContents,
  { offers }: Pick<CartContext, 'offers'>,
  paths: VariantPaths,
): CartContents {
  const details: ErrorDetail[] = []
  for (const [variantId, path] of paths) {
    const { maxPerOrder = null, title } = offers.get(variantId) ?? {}
    const total = contents.items.reduce((sum, item) => sum + (item.variantId === variantId ? item.quantity : 0), 0)
    if (maxPerOrder === null || total <= maxPerOrder) continue
    details.push({
      path,
      message: `at most ${maxPerOrder} of ${title} are allowed per order`,
      actual: maxPerOrder,
      variantId,
    })
  }
  if (details.length === 0) return contents
  const [first] = details
  const message = `${first?.message.charAt(0).toUpperCase()}${first?.message.slice(1)}. Reduce the quantity.`
  throw new AppError('quantity_limit_exceeded', message, { details })
}

import { AppError, type ErrorDetail } from '../../kit/errors.ts'
import type { Contents } from './contents.ts'
import type { Addition } from './edits.ts'
import type { Named } from './items.ts'
import type { Loaded } from './offers.ts'

/** Which variants the request puts into the cart, and by which field. */
type NamedVariants = ReadonlyMap<string, string>

/** Each addition is of the item in the same place. Without a quantity in the request, the item itself is at fault. */
export const namedBy = (additions: readonly Addition[], { items, isList }: Named): NamedVariants =>
  new Map(
    additions.map(({ variantId }, place) => {
      const { quantity, sku } = items[place] ?? {}
      const item = isList ? `/items/${place}` : ''
      const own = isList ? item : sku === undefined ? '/variantId' : '/sku'
      return [variantId, quantity === undefined ? own : `${item}/quantity`]
    }),
  )

/**
 * The shop sells so many of a variant in one order, over all lines that share it. Only what a request names is refused: a limit that
 * was lowered since must not keep the buyer from changing another line, which is then limited with a warning.
 */
export function refuseOverLimit(
  contents: Contents,
  { offers }: Pick<Loaded, 'offers'>,
  named: NamedVariants,
): Contents {
  const details: ErrorDetail[] = []
  for (const [variantId, path] of named) {
    const { maxPerOrder = null, title } = offers.get(variantId) ?? {}
    const wanted = contents.lines.reduce((sum, line) => sum + (line.variantId === variantId ? line.quantity : 0), 0)
    if (maxPerOrder === null || wanted <= maxPerOrder) continue
    details.push({ path, message: `at most ${maxPerOrder} of ${title} can be ordered at once`, actual: maxPerOrder })
  }
  if (details.length === 0) return contents
  const [first] = details
  const message = `${first?.message.charAt(0).toUpperCase()}${first?.message.slice(1)}. Reduce the quantity.`
  throw new AppError('quantity_limit_exceeded', message, { details })
}

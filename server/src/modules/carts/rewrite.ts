import type { Ctx } from '../../ctx.ts'
import { change, withAdditions } from './carts.ts'
import { NO_CODES, readCodes, withCodes } from './codes.ts'
import { type Contents, EMPTY } from './contents.ts'
import { additionsOf, lookFor } from './items.ts'
import type { Loaded } from './offers.ts'
import type { CartChanges, Item } from './request-schemas.ts'
import { withSaid } from './said.ts'
import type { Cart } from './schemas.ts'

export interface Rewriting {
  said: CartChanges
  /** In place of all that is in it. */
  items?: readonly Item[] | undefined
  /** In place of all that were given. */
  codes?: readonly string[] | undefined
}

/** For callers who say each time all that they want: what they name replaces what was there, at once or not at all. */
export function rewriteCart(ctx: Ctx, id: string, { said, items, codes }: Rewriting): Promise<Cart> {
  const given = codes ? readCodes(ctx, codes) : NO_CODES
  const { customerKey } = withSaid(ctx, EMPTY, said)
  const make = (contents: Contents, row: Loaded) => {
    const filled = items ? withItems(contents, items, row) : contents
    const emptied = codes ? { ...filled, codes: [], giftCardIds: [] } : filled
    return withCodes(withSaid(ctx, emptied, said), given, row)
  }
  return change(ctx, id, { look: { customerKey, ...lookFor(items ?? []), ...given }, given, make })
}

/** A line that stays keeps its name. */
function withItems(contents: Contents, items: readonly Item[], row: Loaded): Contents {
  const known = new Map(contents.lines.map(({ variantId, id }) => [variantId, id]))
  const fresh = withAdditions({ ...contents, lines: [] }, additionsOf(items, row), row, { items, isList: true })
  return { ...fresh, lines: fresh.lines.map((line) => ({ ...line, id: known.get(line.variantId) ?? line.id })) }
}

import type { Ctx } from '../../ctx.ts'
import * as queries from './meaning-queries.ts'

/** What was probably meant by words that find nothing. Undefined when only the filters leave nothing of what they find. */
export async function meaningOf(ctx: Ctx, q: string): Promise<string | undefined> {
  const { unknown, unusual } = await queries.correct(ctx, q)
  const meanings = [unknown, unusual].filter((meaning) => meaning !== null)
  const found = await queries.findFirstKnown(ctx, [q, ...meanings])
  return found?.q === q ? undefined : found?.q
}

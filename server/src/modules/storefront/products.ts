import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { choicesOf, chosenVariant, readChosen } from './choices.ts'
import { toDescriptionHtml, toPlainText } from './description-html.ts'
import { readCurrency } from './filters.ts'
import { jsonLdOf } from './json-ld.ts'
import * as queries from './queries.ts'
import type { ShownProduct, ShownQuery } from './schemas.ts'

/** A handle that the product had before leads to it too; the answer names the one that it has now. */
export async function getShown(ctx: Ctx, idOrHandle: string, query: ShownQuery): Promise<ShownProduct> {
  const product = await queries.readShown(ctx, idOrHandle, readCurrency(query.currency))
  if (!product) throw notFound('product', idOrHandle)
  const chosen = readChosen(product, query.option ?? [])
  const descriptionHtml = toDescriptionHtml(product.description)
  return {
    ...product,
    descriptionHtml,
    available: product.variants.some(({ available }) => available),
    choices: choicesOf(product, chosen),
    chosenVariantId: chosenVariant(product, chosen)?.id ?? null,
    jsonLd: jsonLdOf(product, toPlainText(descriptionHtml).slice(0, 5000)),
  }
}

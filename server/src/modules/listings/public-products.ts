import type { Ctx } from '../../ctx.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { toProductUrl } from '../../kit/storefront-url.ts'
import { toDescription } from './description-html.ts'
import { parseCurrency, parseOption } from './filters.ts'
import { toJsonLd } from './json-ld.ts'
import * as queries from './queries.ts'
import type { OptionChoices, PublicProduct, PublicProductQuery, PublicVariant } from './schemas.ts'

/** A previous handle finds the product too; the response contains the current one. */
export async function getPublicProduct(
  ctx: Ctx,
  idOrHandle: string,
  query: PublicProductQuery,
): Promise<PublicProduct> {
  const row = await queries.findPublicProduct(ctx, idOrHandle, parseCurrency(query.currency))
  if (!row) throw notFound('product', idOrHandle)
  const { storefrontUrl, reviews, ...product } = row
  const url = storefrontUrl === null ? null : toProductUrl(storefrontUrl, product)
  const selected = parseSelectedOptions(product, query.option ?? [])
  const description = toDescription(product.description)
  return {
    ...product,
    url,
    descriptionHtml: description.html,
    available: product.variants.some(({ available }) => available),
    choices: toChoices(product, selected),
    selectedVariantId: findSelectedVariant(product, selected)?.id ?? null,
    jsonLd: toJsonLd({ ...product, reviews }, url, description.plainText.slice(0, 5000)),
  }
}

type SelectedOptions = Map<string, string>
type ProductVariants = Pick<PublicProduct, 'options' | 'variants'>

/** Parses selections such as `Size:M`; name and value must exist on the product. */
export function parseSelectedOptions({ options }: Pick<PublicProduct, 'options'>, texts: string[]): SelectedOptions {
  const selected: SelectedOptions = new Map()
  for (const text of texts) {
    const [name, value] = parseOption(text)
    const option = options.find((other) => other.name === name)
    if (!option?.values.includes(value)) {
      const allowed = options.map((other) => `${other.name} (${other.values.slice(0, 20).join(', ')})`).join('; ')
      throw invalidRequest('The product does not have this option.', [
        {
          path: '/option',
          message: `must be ${allowed ? `one of ${allowed}` : 'empty for a product without options'}, not "${text}"`,
        },
      ])
    }
    selected.set(name, value)
  }
  return selected
}

/** Each value combined with the selection of the other options: M may exist, but not in red. */
export const toChoices = ({ options, variants }: ProductVariants, selected: SelectedOptions): OptionChoices[] =>
  options.map(({ name, values }) => {
    const matching = variants.filter((variant) => matchesOptions(variant, selected, name))
    return {
      name,
      values: values.map((value) => {
        const withValue = matching.filter((variant) => variant.options[name] === value)
        return { value, exists: withValue.length > 0, available: withValue.some(({ available }) => available) }
      }),
    }
  })

/** Undefined until every option has a value; a product without options has a single variant. */
export const findSelectedVariant = (
  { options, variants }: ProductVariants,
  selected: SelectedOptions,
): PublicVariant | undefined =>
  selected.size === options.length ? variants.find((variant) => matchesOptions(variant, selected)) : undefined

const matchesOptions = ({ options }: PublicVariant, selected: SelectedOptions, except?: string): boolean =>
  [...selected].every(([name, value]) => name === except || options[name] === value)

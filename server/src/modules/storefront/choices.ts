import { invalidRequest } from '../../kit/errors.ts'
import { readOption } from './filters.ts'
import type { Choice, ShownRow, ShownVariant } from './schemas.ts'

type Chosen = Map<string, string>

/** What is chosen so far, as `Size:M`; names and values must be ones that the product has. */
export function readChosen({ options }: Pick<ShownRow, 'options'>, texts: string[]): Chosen {
  const chosen: Chosen = new Map()
  for (const text of texts) {
    const [name, value] = readOption(text)
    const option = options.find((other) => other.name === name)
    if (!option?.values.includes(value)) {
      const known = options.map((other) => `${other.name} (${other.values.slice(0, 20).join(', ')})`).join('; ')
      throw invalidRequest('This product has no such option.', [
        { path: '/option', message: `"${text}" is none of ${known || 'its options: it has none'}` },
      ])
    }
    chosen.set(name, value)
  }
  return chosen
}

/** M exists, but not in red: each value as it stands with what is chosen of the other options. */
export const choicesOf = ({ options, variants }: ShownRow, chosen: Chosen): Choice[] =>
  options.map(({ name, values }) => {
    const fitting = variants.filter((variant) => fits(variant, chosen, name))
    return {
      name,
      values: values.map((value) => {
        const having = fitting.filter((variant) => variant.options[name] === value)
        return { value, exists: having.length > 0, available: having.some(({ available }) => available) }
      }),
    }
  })

/** Undefined until a value of each option is chosen; a product without options has but one variant. */
export const chosenVariant = ({ options, variants }: ShownRow, chosen: Chosen): ShownVariant | undefined =>
  chosen.size === options.length ? variants.find((variant) => fits(variant, chosen)) : undefined

const fits = ({ options }: ShownVariant, chosen: Chosen, except?: string): boolean =>
  [...chosen].every(([name, value]) => name === except || options[name] === value)

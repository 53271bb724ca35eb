import type { ProductCard, ProductDetail } from '../../chat-tools/schemas.ts'
import { foldedWordsOf, isAmong } from './message.ts'
import type { Turn } from './turn.ts'

type Variant = ProductDetail['variants'][number]

/** The variants a message may mean: those with the option values it names. */
export interface VariantSelection {
  variants: Variant[]
  /** The values named, such as "Navy / M". */
  label: string | null
  /** Whether every option is decided. */
  isExact: boolean
}

export function selectVariants({ message }: Turn, product: ProductDetail): VariantSelection {
  const title = foldedWordsOf(product.title)
  const text = ` ${message.words.join(' ')} `
  const chosen = product.options.flatMap(({ name, values }) => {
    const named = values.filter((value) => {
      const words = foldedWordsOf(value)
      // "Oak" in "Oak frame" is its name, not a choice; a number and a unit are a choice anywhere.
      return text.includes(` ${words.join(' ')} `) && (words.length > 1 || !title.includes(words[0] ?? ''))
    })
    // The longest one: "extra fine" also contains "fine".
    const value = named.sort((a, b) => b.length - a.length)[0]
    return value === undefined ? [] : [{ name, value }]
  })
  const variants = product.variants.filter(({ options }) => chosen.every(({ name, value }) => options[name] === value))
  const label = chosen.length > 0 ? chosen.map(({ value }) => value).join(' / ') : null
  return { variants, label, isExact: variants.length === 1 }
}

export const variantTitle = ({ options }: Variant): string => Object.values(options).join(' / ')

export function optionsText({ format }: Turn, { options }: ProductDetail): string {
  return options
    .map(({ name, values }) => `${name}: ${values.length > 2 ? values.join(', ') : format.list(values)}`)
    .join('; ')
}

export function priceText(
  { format, phrases }: Turn,
  { minPrice, maxPrice }: Pick<ProductCard, 'minPrice' | 'maxPrice'>,
): string {
  if (!minPrice) return phrases.noPrice
  const isRange = maxPrice !== null && maxPrice.amount > minPrice.amount
  return isRange ? phrases.priceFrom(format.money(minPrice)) : format.money(minPrice)
}

/** The price of what was chosen; every price, if the versions differ and are few. */
export function variantPrices({ format, phrases }: Turn, variants: Variant[]): string {
  const groups = new Map<string, string[]>()
  for (const { price, options } of variants) {
    if (!price) continue
    const amount = format.money(price)
    groups.set(amount, [...(groups.get(amount) ?? []), Object.values(options)[0] ?? ''])
  }
  if (groups.size === 0) return phrases.noPrice
  if (groups.size === 1) return [...groups.keys()].join('')
  return [...groups].map(([amount, values]) => `${amount} (${[...new Set(values)].join(', ')})`).join(', ')
}

/** Prices before a reduction; none unless all variants are reduced. */
export function compareAtPrices({ format }: Turn, variants: Variant[]): string[] {
  const reduced = variants.flatMap(({ price, compareAtPrice }) =>
    price && compareAtPrice && compareAtPrice.amount > price.amount ? [format.money(compareAtPrice)] : [],
  )
  return reduced.length === variants.length ? [...new Set(reduced)] : []
}

/** Longer lists of versions are not read. */
const MAX_LISTED = 12

export function stockText({ phrases }: Turn, { title }: ProductDetail, { variants, label }: VariantSelection): string {
  const name = label ? `${title} (${label})` : title
  const inStock = variants.filter(({ availability }) => availability === 'in_stock')
  const backorder = variants.filter(({ availability }) => availability === 'backorder')
  if (inStock.length === variants.length) return phrases.inStock(name)
  if (inStock.length === 0 && backorder.length > 0) return phrases.onBackorder(name)
  if (inStock.length === 0) return phrases.outOfStock(name)
  const listed = inStock.slice(0, MAX_LISTED).map(variantTitle).join(', ')
  return phrases.partlyInStock(name, inStock.length > MAX_LISTED ? `${listed}, …` : listed)
}

export function availabilityWord({ phrases }: Turn, product: ProductDetail): string {
  const states = new Set(product.variants.map(({ availability }) => availability))
  if (states.size === 1) return phrases.availability[[...states][0] ?? 'out_of_stock']
  return states.has('in_stock') ? phrases.availability.some : phrases.availability.backorder
}

/** Kinds of questions about a product, and what a sentence that answers them contains. Both folded, both languages. */
const FACETS: [question: RegExp, sentence: RegExp][] = [
  [
    /\bmade (?:of|from)\b|\bmaterial|\bfabric|\bworaus\b|\baus was\b|\bwhat is it of\b/,
    /\b(?:linen|leinen|cotton|baumwolle|wool|wolle|lambswool|merino|leather|leder|porcelain|porzellan|stoneware|steinzeug|cast iron|fonte|steel|wood|oak|beech|ash|walnut|olive wood|willow|weide|silk|clay|wax|glass|paper|canvas|corduroy|viscose|plush|muslin|terry|laine|alpaga|seagrass|rubber|kautschuk|down|eiche\w*)\b/,
  ],
  [
    /\bwash|\bclean|\bcare\b|\biron|\bdry\b|\bwasch|\bpfleg|\bbugel/,
    /\bwash|\biron(?:ing)?\b|\bwasch|°c|\bair it\b|\bdry-clean/,
  ],
  [
    /\bhow (?:big|large|tall|wide|high)|\bdimension|\bmeasure|\bwie (?:gross|breit|hoch|lang)\b|\bmasse\b|\babmessung/,
    /\d ?(?:cm|mm|m)\b|×/,
  ],
  [
    /\bhold|\bcapacity|\bvolume|\bfasst\b|\bvolumen|\bliter|\blitre/,
    /\d ?(?:ml|l|liters?|litres?)\b|\bone liter\b|\bholds\b/,
  ],
  [/\bweigh|\bheavy|\bschwer\b|\bwiegt\b|\bgewicht/, /\d ?(?:kg|g)\b/],
  [
    /\bcontain|\bingredient|\ballerg|\bnuts?\b|\benthalt|\bzutaten|\binhalt|\bnusse?\b/,
    /\bcontain|\btraces\b|\bingredient|\benthalt/,
  ],
  [/\bhow long\b|\bwie lange\b/, /\b(?:hours?|minutes?|years?|weeks?|stunden|minuten|jahre)\b/],
  [/\bhow many (?:people|persons)|\bwie viele personen|\bfor how many/, /\bpeople\b|\bpersons?\b|\bpersonen\b/],
  [/\bpages?\b|\bseiten\b/, /\d+ (?:pages|seiten)\b/],
  [/\b(?:age|old|adults?|18)\b|\balter\b|\bjahren?\b/, /\badults?\b|\byears?\b|\bjahren?\b|\bans\b/],
  [
    /\bmade in\b|\bwhere\b.*\b(?:made|from)\b|\bwo\b.*\bhergestellt|\bwoher\b/,
    /\bfrom\b|\bmade in\b|\bin (?:[a-z]+)\b.*\b(?:woven|knitted)|\baus\b/,
  ],
]

/** Whether the options of a product answer a question: a towel comes in "50 × 100 cm". */
export const areOptionsFact = (question: string, { options }: ProductDetail): boolean =>
  FACETS.some(
    ([asked, answers]) =>
      asked.test(question) && options.some(({ values }) => values.some((value) => answers.test(value.toLowerCase()))),
  )

/** Sentences of a text; list items are sentences too. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?…])\s+(?=[\p{Lu}\d„“"*•])/u)
    .map((sentence) => sentence.replace(/^\s*[-*•]\s+/, '').trim())
    .filter(Boolean)

/** The sentences of a description that answer a question, at most two. Never more than it says. */
export function findFact(question: string, product: ProductDetail, questionWords: string[]): string | null {
  const title = foldedWordsOf(product.title)
  const words = questionWords.filter((word) => !isAmong(word, title))
  const facets = FACETS.filter(([asked]) => asked.test(question))
  const scored = sentencesOf(product.description).map((sentence, at) => {
    const folded = foldedWordsOf(sentence)
    const overlap = words.filter((word) => isAmong(word, folded)).length
    const text = folded.join(' ')
    const fits = facets.filter(([, answers]) => answers.test(text) || answers.test(sentence.toLowerCase())).length
    return { sentence, at, score: overlap * 2 + fits * 3 }
  })
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at)
  const [first, second] = best
  if (!first) return null
  const isSecondAsGood = second !== undefined && second.score === first.score
  const quoted = isSecondAsGood ? [first, second].sort((a, b) => a.at - b.at) : [first]
  return quoted.map(({ sentence }) => sentence).join(' ')
}

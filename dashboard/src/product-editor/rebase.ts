import type { Product } from '../products/products.ts'
import type { Draft } from './draft.ts'
import type { Request } from './request.ts'

/** Variants name values of the options: one is nothing without the other. */
const TOGETHER: readonly (keyof Draft)[] = ['options', 'variants']

/** What somebody else has saved, with the parts on top that are changed here. */
export function rebase(mine: Draft, changes: Partial<Request['body']>, theirs: Draft): Draft {
  const changed = Object.keys(changes) as (keyof Draft)[]
  const parts = changed.some((name) => TOGETHER.includes(name)) ? [...changed, ...TOGETHER] : changed
  const kept: Partial<Draft> = Object.fromEntries(parts.map((name) => [name, mine[name]]))
  return { ...theirs, ...kept, ...(kept.variants && { variants: withoutGoneIds(kept.variants, theirs) }) }
}

/** A variant that they have removed and that is still here is a new one. */
function withoutGoneIds(variants: Draft['variants'], theirs: Draft): Draft['variants'] {
  const known = new Set(theirs.variants.map(({ id }) => id))
  return variants.map(({ id, ...variant }) => (id && known.has(id) ? { ...variant, id } : variant))
}

const COMPARED = [
  'title',
  'description',
  'status',
  'publishAt',
  'unpublishAt',
  'vendor',
  'type',
  'tags',
  'taxClass',
  'isGiftCard',
  'handle',
  'seo',
  'customFields',
  'images',
  'options',
  'variants',
] as const satisfies (keyof Draft & keyof Product)[]

/** Which parts somebody else has changed. */
export function changedBetween(before: Product, after: Product): (keyof Draft)[] {
  // The ids of images are given anew with every change of them.
  const plain = ({ images, ...product }: Product) => ({ ...product, images: images.map(({ url, alt }) => [url, alt]) })
  const [one, other] = [plain(before), plain(after)]
  return COMPARED.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/**
 * What was saved, under the keys that it had when it was sent: rows stay the same rows, and the cursor stays in its
 * field. The server keeps the order of everything but custom fields.
 */
export function adopt(saved: Draft, sent: Draft): Draft {
  const keys = new Map<string, string>()
  const named = <Thing extends { key: string }>(thing: Thing, like: { key: string } | undefined): Thing => {
    if (like) keys.set(thing.key, like.key)
    return like ? { ...thing, key: like.key } : thing
  }
  const options = saved.options.map((option, at) => ({
    ...named(option, sent.options[at]),
    values: option.values.map((value, place) => named(value, sent.options[at]?.values[place])),
  }))
  return {
    ...saved,
    customFields: saved.customFields.map((field) =>
      named(
        field,
        sent.customFields.find(({ name }) => name.trim() === field.name),
      ),
    ),
    images: saved.images.map((image, at) => named(image, sent.images[at])),
    options,
    variants: saved.variants.map((variant, at) => ({
      ...named(variant, sent.variants[at]),
      values: variant.values.map((value) => keys.get(value) ?? value),
    })),
  }
}

/** What was typed while the request was under way stays; new variants have got their ids by now. */
export function keepTyping(saved: Draft, sent: Draft, now: Draft): Draft {
  if (now === sent) return saved
  const names = Object.keys(now) as (keyof Draft)[]
  const typed = Object.fromEntries(names.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]]))
  const ids = new Map(saved.variants.map(({ key, id }) => [key, id]))
  const next: Draft = { ...saved, ...typed }
  return {
    ...next,
    variants: next.variants.map((variant) => {
      const id = variant.id ?? ids.get(variant.key)
      return id === variant.id || !id ? variant : { ...variant, id }
    }),
  }
}

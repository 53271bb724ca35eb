import type { Product } from '../products/products.ts'
import { DRAFT_FIELDS, type ProductDraft, pickFields } from './product-draft.ts'
import type { ProductBody } from './product-request.ts'

/** Variants refer to option values, so both change together. */
const LINKED_FIELDS: readonly (keyof ProductDraft)[] = ['options', 'variants']

/** Applies local changes on top of what someone else has saved. */
export function rebase(mine: ProductDraft, changes: Partial<ProductBody>, theirs: ProductDraft): ProductDraft {
  const changed = DRAFT_FIELDS.filter((name) => name in changes)
  const areLinked = changed.some((name) => LINKED_FIELDS.includes(name))
  const ownFields = pickFields(mine, areLinked ? [...changed, ...LINKED_FIELDS] : changed)
  return {
    ...theirs,
    ...ownFields,
    ...(ownFields.variants && { variants: dropRemovedIds(ownFields.variants, theirs) }),
  }
}

/** A kept variant that they removed becomes a new one. */
function dropRemovedIds(variants: ProductDraft['variants'], theirs: ProductDraft): ProductDraft['variants'] {
  const existingIds = new Set(theirs.variants.map(({ id }) => id))
  return variants.map(({ id, ...variant }) => (id && existingIds.has(id) ? { ...variant, id } : variant))
}

/** Fields someone else has changed. */
export function changedFields(before: Product, after: Product): (keyof ProductDraft)[] {
  // Every update of the images assigns new ids.
  const comparable = ({ images, ...product }: Product) => ({
    ...product,
    images: images.map(({ url, alt }) => [url, alt]),
  })
  const [one, other] = [comparable(before), comparable(after)]
  return DRAFT_FIELDS.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/**
 * Gives the saved draft the keys of the sent one, so rows and the cursor stay in place. The server preserves the order
 * of everything except custom fields.
 */
export function restoreKeys(saved: ProductDraft, sent: ProductDraft): ProductDraft {
  const keys = new Map<string, string>()
  const withKey = <Item extends { key: string }>(item: Item, source: { key: string } | undefined): Item => {
    if (source) keys.set(item.key, source.key)
    return source ? { ...item, key: source.key } : item
  }
  const options = saved.options.map((option, index) => ({
    ...withKey(option, sent.options[index]),
    values: option.values.map((value, valueIndex) => withKey(value, sent.options[index]?.values[valueIndex])),
  }))
  return {
    ...saved,
    customFields: saved.customFields.map((field) =>
      withKey(
        field,
        sent.customFields.find(({ name }) => name.trim() === field.name),
      ),
    ),
    images: saved.images.map((image, index) => withKey(image, sent.images[index])),
    options,
    variants: saved.variants.map((variant, index) => ({
      ...withKey(variant, sent.variants[index]),
      values: variant.values.map((value) => keys.get(value) ?? value),
    })),
  }
}

/** Keeps edits made during the request; new variants receive their ids. */
export function keepLaterEdits(saved: ProductDraft, sent: ProductDraft, current: ProductDraft): ProductDraft {
  if (current === sent) return saved
  const typed = pickFields(
    current,
    DRAFT_FIELDS.filter((name) => current[name] !== sent[name]),
  )
  const ids = new Map(saved.variants.map(({ key, id }) => [key, id]))
  const next: ProductDraft = { ...saved, ...typed }
  return {
    ...next,
    variants: next.variants.map((variant) => {
      const id = variant.id ?? ids.get(variant.key)
      return id === variant.id || !id ? variant : { ...variant, id }
    }),
  }
}

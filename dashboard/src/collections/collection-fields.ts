import { textOrNull } from '../ui/text.ts'
import type { Collection, CollectionChanges, CollectionKind } from './collections.ts'
import { completeRules, incompleteRules, type RuleRow, toRuleRows } from './rule-rows.ts'

/** A collection in the form; optional values are empty strings. */
export interface CollectionFields
  extends Pick<Collection, 'title' | 'handle' | 'description' | 'status' | 'match' | 'sort'> {
  imageUrl: string
  imageAlt: string
  rules: RuleRow[]
  seoTitle: string
  seoDescription: string
}

export interface SectionProps {
  fields: CollectionFields
  edit: (changes: Partial<CollectionFields>) => void
  readOnly: boolean
  /** The server's error for the field at this path. */
  errorAt: (path: string) => string | undefined
}

export const EMPTY_FIELDS: CollectionFields = {
  title: '',
  handle: '',
  description: '',
  status: 'active',
  match: 'all',
  sort: 'manual',
  imageUrl: '',
  imageAlt: '',
  rules: [],
  seoTitle: '',
  seoDescription: '',
}

export function toFields(collection: Collection, currency: string): CollectionFields {
  const { title, handle, description, status, match, sort, image, rules, seo } = collection
  return {
    title,
    handle,
    description,
    status,
    match,
    sort,
    imageUrl: image?.url ?? '',
    imageAlt: image?.alt ?? '',
    rules: toRuleRows(rules, currency),
    seoTitle: seo.title ?? '',
    seoDescription: seo.description ?? '',
  }
}

/** Without a handle the server derives one from the title. */
export function toChanges(fields: CollectionFields, kind: CollectionKind): CollectionChanges & { title: string } {
  const { title, handle, description, status, match, sort, imageUrl, imageAlt, rules, seoTitle, seoDescription } =
    fields
  return {
    title: title.trim(),
    ...(handle.trim() && { handle: handle.trim() }),
    description,
    status,
    sort,
    image: imageUrl.trim() ? { url: imageUrl.trim(), alt: imageAlt.trim() } : null,
    seo: { title: textOrNull(seoTitle), description: textOrNull(seoDescription) },
    ...(kind === 'rules' && { match, rules: completeRules(rules) }),
  }
}

/** Why the form cannot be saved; checked before a request is sent. */
export function validateCollection({ title, rules }: CollectionFields, kind: CollectionKind): string | undefined {
  if (title.trim() === '') return 'Enter a title.'
  if (kind === 'manual') return undefined
  if (rules.length === 0) return 'Add at least one rule.'
  const [first] = incompleteRules(rules)
  return first === undefined ? undefined : `Complete rule ${first}.`
}

import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { MacroPreview } from './schemas.ts'

const PLACEHOLDERS = [
  'customer.firstName',
  'customer.name',
  'customer.email',
  'ticket.number',
  'ticket.subject',
  'order.number',
  'order.total',
  'order.date',
  'agent.firstName',
  'agent.name',
  'shop.name',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]
export type PlaceholderValues = Partial<Record<Placeholder, string>>

const PATTERN = /\{\{([^{}]*)\}\}/g
const MAX_PLACEHOLDERS = 100

const findPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(PATTERN)].map(([, name = '']) => name.trim())),
]

export const usesPlaceholder = (text: string, prefix: string): boolean =>
  findPlaceholders(text).some((name) => name.startsWith(prefix))

/** A misspelled placeholder would reach the customer. */
export function assertValidPlaceholders(text: string, path: string): void {
  const unknown = findPlaceholders(text).filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name))
  const errors = unknown.map(
    (name): ErrorDetail => ({
      path,
      message: `must not contain {{${name}}}; available placeholders: ${PLACEHOLDERS.join(', ')}`,
    }),
  )
  if (/\{\{|\}\}/.test(text.replace(PATTERN, ''))) errors.push({ path, message: 'must close every {{ with }}' })
  if ([...text.matchAll(PATTERN)].length > MAX_PLACEHOLDERS) {
    errors.push({ path, message: `must not have more than ${MAX_PLACEHOLDERS} placeholders` })
  }
  if (errors.length > 0) throw invalidRequest('The text is not valid.', errors)
}

/** Values are inserted as they are: a customer who is called `{{order.total}}` stays called that. */
export function fillPlaceholders(text: string, values: PlaceholderValues): MacroPreview {
  const missing = new Set<string>()
  const body = text.replace(PATTERN, (_, name: string) => {
    const value = values[name.trim() as Placeholder]?.trim()
    if (!value) missing.add(name.trim())
    return value ?? ''
  })
  return { body, missing: [...missing] }
}

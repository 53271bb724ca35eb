/**
 * Plain words are text. What reads as JSON is that: 12 a number, true a yes, ["a", "b"] a list. Text that looks like
 * JSON stands in quotation marks, and a number whose digits would be read as text has an exponent.
 */
export function customFieldText(value: unknown): string {
  if (typeof value === 'string' && parse(value) === undefined) return value
  const text = JSON.stringify(value)
  return typeof value === 'number' && parse(text) === undefined ? value.toExponential() : text
}

export function customFieldValue(text: string): unknown {
  const parsed = parse(text)
  return parsed === undefined ? text : parsed.value
}

export function kindOf(text: string): string {
  const value = customFieldValue(text)
  if (value === null) return 'Empty'
  if (Array.isArray(value)) return 'List'
  return KINDS[typeof value] ?? 'Text'
}

const KINDS: Record<string, string> = { number: 'Number', boolean: 'Yes or no', object: 'Group' }

function parse(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // `1e400` is not a number that could be sent, and of a very long one the end would be lost.
    if (typeof value === 'number' && !isExact(value, text)) return undefined
    return { value }
  } catch {
    return undefined
  }
}

const isExact = (value: number, text: string) =>
  Number.isFinite(value) && (!/^-?\d+$/.test(text.trim()) || Number.isSafeInteger(value))

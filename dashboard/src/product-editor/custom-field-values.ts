/**
 * Plain words are text. What reads as JSON is that: 12 a number, true a yes, ["a", "b"] a list. Text that looks like
 * JSON stands in quotation marks, and a number whose digits would be read as text has an exponent.
 */
export function formatCustomField(value: unknown): string {
  if (typeof value === 'string' && parseJson(value) === undefined) return value
  const text = JSON.stringify(value)
  return typeof value === 'number' && parseJson(text) === undefined ? value.toExponential() : text
}

export function parseCustomField(text: string): unknown {
  const parsed = parseJson(text)
  return parsed === undefined ? text : parsed.value
}

export function customFieldType(text: string): string {
  const value = parseCustomField(text)
  if (value === null) return 'Empty'
  if (Array.isArray(value)) return 'List'
  return TYPE_LABELS[typeof value] ?? 'Text'
}

const TYPE_LABELS: Record<string, string> = { number: 'Number', boolean: 'Yes or no', object: 'Group' }

function parseJson(text: string): { value: unknown } | undefined {
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

/**
 * Anything that parses as JSON is JSON: 12 is a number, true a boolean, ["a", "b"] a list; the rest is text. Text that
 * would parse as JSON is quoted, and a number too long to parse exactly is written with an exponent.
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

const TYPE_LABELS: Record<string, string> = { number: 'Number', boolean: 'True or false', object: 'Object' }

function parseJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // `1e400` is not finite, and a very long number would lose its last digits.
    if (typeof value === 'number' && !isExact(value, text)) return undefined
    return { value }
  } catch {
    return undefined
  }
}

const isExact = (value: number, text: string) =>
  Number.isFinite(value) && (!/^-?\d+$/.test(text.trim()) || Number.isSafeInteger(value))

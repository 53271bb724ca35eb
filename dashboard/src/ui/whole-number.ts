interface Range {
  min: number
  max: number
}

/** `null` for an empty field, `undefined` for anything but a whole number in this range. */
export function parseWholeNumber(input: string, { min, max }: Range): number | null | undefined {
  const text = input.trim()
  if (text === '') return null
  if (!/^\d{1,10}$/.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}

/** Why the input is invalid; undefined for an empty field. */
export const wholeNumberError = (input: string, range: Range): string | undefined =>
  parseWholeNumber(input, range) === undefined
    ? `Enter a whole number from ${range.min} to ${range.max.toLocaleString('en')}.`
    : undefined

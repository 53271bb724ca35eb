/** GTIN-8, -12 (UPC), -13 (EAN) or -14 with the right check digit: search engines reject products with a wrong one. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  // From the right, every second digit has weight three.
  const sum = Array.from(text, Number)
    .reverse()
    .reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

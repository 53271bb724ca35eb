/** An EAN-13. The prefix 2 is reserved for in-store use, so no demo barcode belongs to a real product. */
export function barcodeOf(department: number, product: number, variant: number): string {
  const digits = `2${pad(department, 2)}${pad(product, 3)}${pad(variant, 4)}00`
  return `${digits}${checkDigit(digits)}`
}

/** EAN-13: every second digit has weight three, and the sum including the check digit is a multiple of ten. */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

const pad = (number: number, length: number) => String(number).padStart(length, '0')

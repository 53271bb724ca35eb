const EMAIL = /[^\s<>()"',;:@]{1,64}@[^\s<>()"',;:@]{1,253}\.[\p{L}\p{N}-]{2,}/gu
/** Codes, phone and card numbers. An order number is shorter. */
const LONG_NUMBER = /\d(?:[ -]?\d){5,}/g
/** Discount codes may be logged; a gift card is money. */
const SECRET_CODE_LENGTH = 12
const MAX_LENGTH = 500

/** `ada@example.com` becomes `a…@example.com`: enough to recognize one's own address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** The input of a tool for the log: without codes, and without what identifies somebody. */
export function redactInput(input: unknown, field = ''): unknown {
  if (typeof input === 'string') return redactText(input, field)
  if (Array.isArray(input)) return input.map((value) => redactInput(value, field))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, redactInput(value, name)]))
}

function redactText(text: string, field: string): string {
  if (field === 'code' && /^\d*$/.test(text)) return '…'
  if (/code$/i.test(field) && text.length >= SECRET_CODE_LENGTH) return `…${text.slice(-4)}`
  return text.replaceAll(EMAIL, maskEmail).replaceAll(LONG_NUMBER, '…').slice(0, MAX_LENGTH)
}

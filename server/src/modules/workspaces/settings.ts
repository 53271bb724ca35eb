import { isCurrency } from '../../kit/currencies.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import type { WorkspaceChanges } from './schemas.ts'

/** A shape says "three letters"; only the world says which three letters are money. */
export function refuseUnknownSettings({ currency, timeZone }: WorkspaceChanges): void {
  const faults: ErrorDetail[] = []
  if (currency !== undefined && !isCurrency(currency)) {
    faults.push({ path: '/currency', message: 'is not a currency of ISO 4217, such as EUR, USD or JPY' })
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    faults.push({ path: '/timeZone', message: 'is not a time zone of the IANA database, such as Europe/Berlin or UTC' })
  }
  if (faults.length > 0) throw invalidRequest('The body is not valid.', faults)
}

/** Only names: an offset such as `+02:00` knows no summer. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

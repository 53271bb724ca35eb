/** Shared by the buyers. They run as CommonJS in a folder of their own, with what the generators have written. */
declare const process: { env: Record<string, string | undefined> }

export const BASE_URL = process.env.STOREDESK_URL ?? ''
export const WORKSPACE_ID = process.env.STOREDESK_WORKSPACE_ID ?? ''
/** Accepted until a payment provider is connected. */
export const PAYMENT_METHOD = 'pm_card_visa'

export const ADDRESS = {
  name: 'Ada Example',
  line1: 'Hauptstraße 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
}

export function assert(condition: unknown, expected: string): asserts condition {
  if (!condition) throw new Error(`Expected ${expected}.`)
}

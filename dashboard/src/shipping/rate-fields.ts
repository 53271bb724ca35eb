import { isInvalidAmount, otherCurrencyAmounts, toAmountInput, withAmount } from '../ui/amounts.ts'
import { changedFields } from '../ui/form-draft.ts'
import { EMPTY_PRICE, type PriceFields, toPrice, toPriceFields, validatePrice } from './price-fields.ts'
import type { NewRate, ShippingRate } from './shipping.ts'

/** What the form sends. */
type RateInput = Pick<NewRate, 'service' | 'profileId'> &
  Pick<ShippingRate, 'title' | 'description' | 'price' | 'freeFrom' | 'minDays' | 'maxDays' | 'locationId'>

/** Form values, as typed. */
export interface RateFields extends PriceFields {
  title: string
  description: string
  service: string
  profileId: string
  freeFrom: string
  minDays: string
  maxDays: string
  locationId: string
}

export const EMPTY_RATE: RateFields = {
  ...EMPTY_PRICE,
  title: '',
  description: '',
  service: '',
  profileId: '',
  freeFrom: '',
  minDays: '',
  maxDays: '',
  locationId: '',
}

export const toRateFields = (rate: ShippingRate, currency: string): RateFields => ({
  ...toPriceFields(rate.price, currency),
  title: rate.title,
  description: rate.description,
  service: rate.service,
  profileId: rate.profileId,
  freeFrom: toAmountInput(rate.freeFrom, currency),
  minDays: rate.minDays === null ? '' : String(rate.minDays),
  maxDays: rate.maxDays === null ? '' : String(rate.maxDays),
  locationId: rate.locationId ?? '',
})

const parseDays = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

export function toRateInput(fields: RateFields, currency: string, existing: ShippingRate | undefined): RateInput {
  const freeFrom = withAmount(existing?.freeFrom, fields.freeFrom, currency)
  return {
    title: fields.title.trim(),
    description: fields.description.trim(),
    ...(fields.service.trim() && { service: fields.service.trim() }),
    ...(fields.profileId && { profileId: fields.profileId }),
    price: toPrice(fields, currency, existing?.price),
    freeFrom: freeFrom.length > 0 ? freeFrom : null,
    minDays: parseDays(fields.minDays),
    maxDays: parseDays(fields.maxDays),
    locationId: fields.locationId || null,
  }
}

/** Sends only changed fields, so a carrier's price and amounts in other currencies are left alone. */
export const toRateChanges = (fields: RateFields, currency: string, rate: ShippingRate): Partial<RateInput> =>
  changedFields(toRateInput(fields, currency, rate), toRateInput(toRateFields(rate, currency), currency, rate))

export function validateRate(
  fields: RateFields,
  currency: string,
  { existing, isPickup }: { existing: ShippingRate | undefined; isPickup: boolean },
): string | undefined {
  if (fields.title.trim() === '') return 'Enter a title.'
  if (isPickup && fields.locationId === '') return 'Select a pickup location.'
  if (isInvalidAmount(fields.freeFrom, currency)) return 'The amount for free shipping is invalid or too large.'
  if ([fields.minDays, fields.maxDays].some((text) => !/^\s*\d{0,3}\s*$/.test(text)))
    return 'Enter days as whole numbers.'
  const [min, max] = [parseDays(fields.minDays), parseDays(fields.maxDays)]
  if (min !== null && max !== null && min > max) return 'Minimum days must not exceed maximum days.'
  return validatePrice(fields, currency, existing?.price)
}

/** Other currencies with a threshold for free shipping. */
export const otherFreeFromCurrencies = (rate: ShippingRate | undefined, currency: string): string[] =>
  otherCurrencyAmounts(rate?.freeFrom, currency).map((money) => money.currency)

import { isUnfit, othersIn, textIn, withText } from './amounts.ts'
import { EMPTY_PRICE, type PriceFields, priceFieldsOf, priceIn, priceObstacle } from './price-fields.ts'
import type { Rate, RateDetails } from './shipping.ts'

/** What stands in the form, as it is typed. */
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

export const fieldsOf = (rate: Rate, currency: string): RateFields => ({
  ...priceFieldsOf(rate.price, currency),
  title: rate.title,
  description: rate.description,
  service: rate.service,
  profileId: rate.profileId,
  freeFrom: textIn(rate.freeFrom, currency),
  minDays: rate.minDays === null ? '' : String(rate.minDays),
  maxDays: rate.maxDays === null ? '' : String(rate.maxDays),
  locationId: rate.locationId ?? '',
})

const daysIn = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed.trim()))

export function detailsIn(fields: RateFields, currency: string, before: Rate | undefined): RateDetails {
  const freeFrom = withText(before?.freeFrom, fields.freeFrom, currency)
  return {
    title: fields.title.trim(),
    description: fields.description.trim(),
    ...(fields.service.trim() && { service: fields.service.trim() }),
    ...(fields.profileId && { profileId: fields.profileId }),
    price: priceIn(fields, currency, before?.price),
    freeFrom: freeFrom.length > 0 ? freeFrom : null,
    minDays: daysIn(fields.minDays),
    maxDays: daysIn(fields.maxDays),
    locationId: fields.locationId || null,
  }
}

/** Only what was changed: so a carrier's price and amounts in other currencies are not even sent. */
export function changesIn(fields: RateFields, currency: string, rate: Rate): Partial<RateDetails> {
  const now = detailsIn(fields, currency, rate)
  const then = detailsIn(fieldsOf(rate, currency), currency, rate)
  return Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(then[field as keyof RateDetails]),
    ),
  )
}

export function obstacleIn(
  fields: RateFields,
  currency: string,
  { before, isPickup }: { before: Rate | undefined; isPickup: boolean },
): string | undefined {
  if (fields.title.trim() === '') return 'It needs a title.'
  if (isPickup && fields.locationId === '') return 'Say where it is picked up.'
  if (isUnfit(fields.freeFrom, currency)) return 'The amount from which it is free is not readable, or too large.'
  if ([fields.minDays, fields.maxDays].some((typed) => !/^\s*\d{0,3}\s*$/.test(typed))) return 'Days are whole numbers.'
  const [min, max] = [daysIn(fields.minDays), daysIn(fields.maxDays)]
  if (min !== null && max !== null && min > max) return 'It can’t take longer at least than at most.'
  return priceObstacle(fields, currency, before?.price)
}

/** In which other currencies it is free from some sum on. */
export const otherFreeFrom = (rate: Rate | undefined, currency: string): string[] =>
  othersIn(rate?.freeFrom, currency).map((money) => money.currency)

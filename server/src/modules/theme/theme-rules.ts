import { isCurrency } from '../../kit/currencies.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { tooLowContrasts } from './contrast.ts'
import type { Announcement, Branch, Theme } from './schemas.ts'

type Look = Pick<Theme, 'brand' | 'colours' | 'navigation' | 'announcement' | 'locales' | 'currencies'>

/** What a shape can't say, and what people could not read. */
export function refuseUnfit(look: Look, currency: string): void {
  const faults = [
    ...(['header', 'footer'] as const).flatMap((place) =>
      look.navigation[place].flatMap((branch, index) => faultsOfBranch(branch, `/navigation/${place}/${index}`)),
    ),
    ...(look.announcement ? faultsOfAnnouncement(look.announcement) : []),
    ...faultsOfChoice('/locales', look.locales, localeFault),
    ...faultsOfChoice('/currencies', look.currencies, currencyFault),
    ...faultsOfDefault(look.currencies.default, currency),
  ]
  if (faults.length > 0) throw invalidRequest('The body is not valid.', faults)
  const contrasts = tooLowContrasts(look.colours)
  if (contrasts.length > 0) {
    throw new AppError('contrast_too_low', 'Too few people could read this: WCAG 2.2 asks for more contrast.', {
      details: contrasts,
    })
  }
}

function faultsOfBranch({ items, ...branch }: Branch, path: string): ErrorDetail[] {
  const targets = targetsOf(branch)
  const mayLeadNowhere = items !== undefined && items.length > 0
  const isFit = targets === 1 || (targets === 0 && mayLeadNowhere)
  return [
    ...(isFit ? [] : [{ path, message: 'must lead to exactly one of url, collection or product' }]),
    ...(items ?? []).flatMap((leaf, index) => faultsOfBranch(leaf, `${path}/items/${index}`)),
  ]
}

const targetsOf = ({ url, collection, product }: Branch): number =>
  [url, collection, product].filter((target) => target !== undefined).length

function faultsOfAnnouncement({ startsAt, endsAt }: Announcement): ErrorDetail[] {
  // A leap second is a time to ISO 8601 and none to JavaScript.
  const faults = Object.entries({ startsAt, endsAt })
    .filter(([, time]) => time && Number.isNaN(Date.parse(time)))
    .map(([name]) => ({ path: `/announcement/${name}`, message: 'is not a time that we can reckon with' }))
  if (startsAt && endsAt && Date.parse(startsAt) >= Date.parse(endsAt)) {
    faults.push({ path: '/announcement/endsAt', message: 'must be later than startsAt' })
  }
  return faults
}

type Choice = Record<'default', string> & Record<'others', string[]>

/** A default and others, each known and none of them twice. */
function faultsOfChoice(path: string, choice: Choice, faultOf: (value: string) => string | undefined): ErrorDetail[] {
  const seen = new Set<string>()
  const places: [string, string][] = [
    [`${path}/default`, choice.default],
    ...choice.others.map((value, index): [string, string] => [`${path}/others/${index}`, value]),
  ]
  return places.flatMap(([place, value]) => {
    const message = seen.has(value) ? 'is named twice' : faultOf(value)
    seen.add(value)
    return message === undefined ? [] : [{ path: place, message }]
  })
}

/** Lists and carts that name no currency are in the shop's own, so no other can be the default. */
const faultsOfDefault = (named: string, currency: string): ErrorDetail[] =>
  named === currency
    ? []
    : [{ path: '/currencies/default', message: `must be ${currency}, the currency of the shop, or be left out` }]

const currencyFault = (code: string) =>
  isCurrency(code) ? undefined : 'is not a currency of ISO 4217, such as EUR, USD or JPY'

/** One spelling each, or `de-at` and `de-AT` would be two languages. */
function localeFault(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical === tag ? undefined : `is written ${canonical}`
  } catch {
    return 'is not a language tag of BCP 47, such as en or de-AT'
  }
}

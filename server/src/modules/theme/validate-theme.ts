import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { isCurrency } from '../../kit/money.ts'
import { findLowContrasts } from './contrast.ts'
import type { Announcement, NavigationItem, Theme } from './schemas.ts'

type ValidatedTheme = Pick<Theme, 'brand' | 'colors' | 'navigation' | 'announcement' | 'locales' | 'currencies'>

/** Rules that JSON Schema can't express, and color contrast. */
export function assertValidTheme(theme: ValidatedTheme, currency: string): void {
  const errors = [
    ...(['header', 'footer'] as const).flatMap((menu) =>
      theme.navigation[menu].flatMap((branch, index) => validateNavigationItem(branch, `/navigation/${menu}/${index}`)),
    ),
    ...(theme.announcement ? validateAnnouncement(theme.announcement) : []),
    ...validateChoice('/locales', theme.locales, validateLocale),
    ...validateChoice('/currencies', theme.currencies, validateCurrency),
    ...validateDefaultCurrency(theme.currencies.default, currency),
  ]
  if (errors.length > 0) throw invalidRequest('The body is not valid.', errors)
  const contrasts = findLowContrasts(theme.colors)
  if (contrasts.length > 0) {
    throw new AppError(
      'contrast_too_low',
      'Some colors have too little contrast for WCAG 2.2. Choose darker or lighter ones.',
      {
        details: contrasts,
      },
    )
  }
}

function validateNavigationItem({ items, ...branch }: NavigationItem, path: string): ErrorDetail[] {
  const targets = countTargets(branch)
  const hasSubmenu = items !== undefined && items.length > 0
  const isValid = targets === 1 || (targets === 0 && hasSubmenu)
  return [
    ...(isValid ? [] : [{ path, message: 'must link to exactly one of url, collection or product' }]),
    ...(items ?? []).flatMap((item, index) => validateNavigationItem(item, `${path}/items/${index}`)),
  ]
}

const countTargets = ({ url, collection, product }: NavigationItem): number =>
  [url, collection, product].filter((target) => target !== undefined).length

function validateAnnouncement({ startsAt, endsAt }: Announcement): ErrorDetail[] {
  // ISO 8601 allows leap seconds, JavaScript does not.
  const errors = Object.entries({ startsAt, endsAt })
    .filter(([, time]) => time && Number.isNaN(Date.parse(time)))
    .map(([name]) => ({ path: `/announcement/${name}`, message: 'must be a valid date and time' }))
  if (startsAt && endsAt && Date.parse(startsAt) >= Date.parse(endsAt)) {
    errors.push({ path: '/announcement/endsAt', message: 'must be later than startsAt' })
  }
  return errors
}

type Choice = Record<'default', string> & Record<'others', string[]>

/** Validates a default and its alternatives: each must be valid, and none may repeat. */
function validateChoice(path: string, choice: Choice, validate: (value: string) => string | undefined): ErrorDetail[] {
  const seen = new Set<string>()
  const entries: [string, string][] = [
    [`${path}/default`, choice.default],
    ...choice.others.map((value, index): [string, string] => [`${path}/others/${index}`, value]),
  ]
  return entries.flatMap(([entryPath, value]) => {
    const message = seen.has(value) ? 'must not be listed twice' : validate(value)
    seen.add(value)
    return message === undefined ? [] : [{ path: entryPath, message }]
  })
}

/** Lists and carts without a currency use the shop's own, so no other can be the default. */
const validateDefaultCurrency = (defaultCurrency: string, currency: string): ErrorDetail[] =>
  defaultCurrency === currency
    ? []
    : [{ path: '/currencies/default', message: `must be ${currency}, the currency of the shop, or be omitted` }]

const validateCurrency = (code: string) =>
  isCurrency(code) ? undefined : 'must be an ISO 4217 currency, such as EUR, USD or JPY'

/** Requires the canonical spelling, or `de-at` and `de-AT` would be two languages. */
function validateLocale(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical === tag ? undefined : `must be written as ${canonical}`
  } catch {
    return 'must be a BCP 47 language tag, such as en or de-AT'
  }
}

import { ENVIRONMENT_LABELS, type Mode } from '../session.ts'
import type { CurrentUsage, NearLimit, RateLimit, UsageLevel } from './rate-limits.ts'

const LIMIT_TITLES: Record<string, string> = {
  chat: 'Chat',
  'catalog-list': 'Product list',
  'catalog-item': 'Single product',
  'shopify-sync': 'Shopify sync',
  leads: 'Leads',
  default: 'All other endpoints',
  agent: 'Agent keys',
  'storefront-read': 'Storefront reads',
  'storefront-write': 'Storefront changes',
  'storefront-checkout': 'Storefront checkout',
}

/** A limit without a title is shown by its name rather than hidden. */
export const limitTitle = (name: string) => LIMIT_TITLES[name] ?? name

export const LEVEL_LABELS: Record<UsageLevel, string> = { calm: '', near: 'Near limit', full: 'Limit reached' }

const WINDOW_UNITS = [
  ['day', 86_400, 'per day'],
  ['hour', 3600, 'per hour'],
  ['minute', 60, 'per minute'],
  ['second', 1, 'per second'],
] as const

/** "60 per minute", "5 every 5 minutes". */
export function formatRateLimit({ limit, windowSeconds }: Pick<RateLimit, 'limit' | 'windowSeconds'>): string {
  const [unit, length, perUnit] = WINDOW_UNITS.find(([, length]) => windowSeconds % length === 0) ?? WINDOW_UNITS[3]
  const count = windowSeconds / length
  return count === 1 ? `${limit} ${perUnit}` : `${limit} every ${count} ${unit}s`
}

const MAX_SHOWN_SECONDS = 120

/** Seconds while someone may wait, minutes beyond that. */
export const formatWait = (seconds: number) =>
  seconds <= MAX_SHOWN_SECONDS ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`

/** "37 of 60, resets in 24 s". A window with no requests has not started, so it does not reset. */
export function formatUsage({ used, limit, resetInSeconds }: CurrentUsage): string {
  const figures = `${used} of ${limit}`
  return used > 0 ? `${figures}, resets in ${formatWait(resetInSeconds)}` : figures
}

const CODE_PATTERN = /((?:GET|POST|PUT|PATCH|DELETE) \/\S+|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/v1\S*)/

/** Splits a limit's description into text and code. */
export const splitCode = (description: string) =>
  description
    .split(CODE_PATTERN)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')

/** "Live: “Chat” is near its limit (52 of 60). It resets in 24 s." */
export function formatLimitWarning(mode: Mode, fullest: NearLimit, others: number): string {
  const resetTime = formatWait(fullest.resetInSeconds)
  const consequence =
    fullest.level === 'full' ? `Further requests are rejected for ${resetTime}.` : `It resets in ${resetTime}.`
  return `${formatLimitHeadline(mode, fullest)} (${fullest.used} of ${fullest.limit}). ${consequence}${formatOtherLimits(others)}`
}

function formatOtherLimits(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' 1 other limit is at 80% or more.' : ` ${others} other limits are at 80% or more.`
}

/** Contains nothing that changes every second. */
export const formatLimitAnnouncement = (mode: Mode, fullest: NearLimit) =>
  `${formatLimitHeadline(mode, fullest)}: ${fullest.level === 'full' ? '100%' : '80% or more'} of ${fullest.limit} requests.`

const formatLimitHeadline = (mode: Mode, { name, level }: NearLimit) =>
  `${ENVIRONMENT_LABELS[mode]}: “${limitTitle(name)}” ${level === 'full' ? 'has reached its limit' : 'is near its limit'}`

import { themeCss } from './css.ts'
import type { Announcement, Colors, Shape, Theme, ThemeSettings, Typography } from './schemas.ts'

/** Every pair passes the contrast rules; a test checks it. */
const DEFAULT_COLORS: Colors = {
  primary: '#1f3a5f',
  onPrimary: '#ffffff',
  background: '#ffffff',
  surface: '#f5f6f8',
  text: '#1a1d21',
  mutedText: '#5b6470',
  border: '#868e99',
  success: '#1a7f4b',
  warning: '#9a6200',
  danger: '#b3261e',
}
const DEFAULT_FAMILY = 'system-ui, sans-serif'
const DEFAULT_TYPOGRAPHY: Typography = {
  headingFamily: DEFAULT_FAMILY,
  bodyFamily: DEFAULT_FAMILY,
  baseSizePx: 16,
  scale: 1.25,
}
const DEFAULT_SHAPE: Shape = { radiusPx: 6, spacingPx: 8 }

/** Settings of the shop that the theme uses as defaults. */
export interface ShopDefaults {
  name: string
  currency: string
}

type ThemeContent = Omit<Theme, 'version' | 'updatedAt' | 'css' | 'brokenLinks'>

export function completeTheme(settings: ThemeSettings, { name, currency }: ShopDefaults): ThemeContent {
  const { brand, navigation, announcement, locales, currencies } = settings
  return {
    brand: { name, tagline: null, logoUrl: null, faviconUrl: null, ...brand },
    ...completeStyles(settings),
    navigation: { header: [], footer: [], ...navigation },
    announcement: announcement ? { tone: 'info', ...announcement } : null,
    locales: { default: 'en', others: [], ...locales },
    currencies: { default: currency, others: [], ...currencies },
  }
}

/** Stored in full, so that new defaults in an update don't change the look of a shop. */
export function completeStyles({
  colors,
  typography,
  shape,
}: ThemeSettings): Pick<ThemeContent, 'colors' | 'typography' | 'shape'> {
  return {
    colors: toLowerCaseColors({ ...DEFAULT_COLORS, ...colors }),
    typography: { ...DEFAULT_TYPOGRAPHY, ...typography },
    shape: { ...DEFAULT_SHAPE, ...shape },
  }
}

const toLowerCaseColors = (colors: Colors): Colors =>
  Object.fromEntries(Object.entries(colors).map(([name, hex]) => [name, hex.toLowerCase()])) as Colors

export const withCss = (theme: ThemeContent): ThemeContent & { css: string } => ({ ...theme, css: themeCss(theme) })

/** `startsAt` is inclusive, `endsAt` exclusive. */
export function isActive({ startsAt, endsAt }: Announcement, now: Date): boolean {
  if (startsAt && now < new Date(startsAt)) return false
  return !endsAt || now < new Date(endsAt)
}

/** The API returns all times in UTC, whatever offset they were sent with. */
export function toUtc(announcement: Announcement): Announcement {
  const { startsAt, endsAt } = announcement
  return {
    ...announcement,
    ...(startsAt && { startsAt: new Date(startsAt).toISOString() }),
    ...(endsAt && { endsAt: new Date(endsAt).toISOString() }),
  }
}

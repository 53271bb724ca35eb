import { themeCss } from './css.ts'
import type { Announcement, Colours, Shape, Theme, ThemeSettings, Typography } from './schemas.ts'

/** Each pair of them passes the rules of contrast; a test holds them to it. */
const COLOURS: Colours = {
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
const FAMILY = 'system-ui, sans-serif'
const TYPOGRAPHY: Typography = { headingFamily: FAMILY, bodyFamily: FAMILY, baseSizePx: 16, scale: 1.25 }
const SHAPE: Shape = { radiusPx: 6, spacingPx: 8 }

/** What the look takes from the shop itself until it is told otherwise. */
export interface Surroundings {
  name: string
  currency: string
}

type Look = Omit<Theme, 'version' | 'updatedAt' | 'css'>

/** The settings with every gap filled. */
export function completeLook(settings: ThemeSettings, { name, currency }: Surroundings): Look {
  const { brand, navigation, announcement, locales, currencies } = settings
  return {
    brand: { name, tagline: null, logoUrl: null, faviconUrl: null, ...brand },
    ...fixedLook(settings),
    navigation: { header: [], footer: [], ...navigation },
    announcement: announcement ? { tone: 'info', ...announcement } : null,
    locales: { default: 'en', others: [], ...locales },
    currencies: { default: currency, others: [], ...currencies },
  }
}

/** What is stored whole, so that a shop does not look different after an update of ours. */
export function fixedLook({
  colours,
  typography,
  shape,
}: ThemeSettings): Pick<Look, 'colours' | 'typography' | 'shape'> {
  return {
    colours: lowerCase({ ...COLOURS, ...colours }),
    typography: { ...TYPOGRAPHY, ...typography },
    shape: { ...SHAPE, ...shape },
  }
}

const lowerCase = (colours: Colours): Colours =>
  Object.fromEntries(Object.entries(colours).map(([name, hex]) => [name, hex.toLowerCase()])) as Colours

export const withCss = (look: Look): Look & { css: string } => ({ ...look, css: themeCss(look) })

/** From `startsAt` on, and no more at `endsAt`. */
export function isShowing({ startsAt, endsAt }: Announcement, now: Date): boolean {
  if (startsAt && now < new Date(startsAt)) return false
  return !endsAt || now < new Date(endsAt)
}

/** Times in the one form that the API speaks, whichever offset they came with. */
export function inUtc(announcement: Announcement): Announcement {
  const { startsAt, endsAt } = announcement
  return {
    ...announcement,
    ...(startsAt && { startsAt: new Date(startsAt).toISOString() }),
    ...(endsAt && { endsAt: new Date(endsAt).toISOString() }),
  }
}

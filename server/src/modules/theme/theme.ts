import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { completeStyles, completeTheme, isActive, toUtc, withCss } from './complete-theme.ts'
import { findBrokenLinks, withoutLinks } from './links.ts'
import * as queries from './queries.ts'
import type { Theme, ThemeSettings } from './schemas.ts'
import { assertValidTheme } from './validate-theme.ts'

/**
 * Visitors get an announcement only while it is active, and no links that lead nowhere; API keys and staff also get past
 * and planned announcements, and learn which links are broken.
 */
export async function getTheme(ctx: Ctx): Promise<Theme> {
  const theme = await readTheme(ctx)
  const brokenLinks = await findBrokenLinks(ctx, theme.navigation)
  if (ctx.caller.kind !== 'visitor') return { ...theme, brokenLinks }
  return { ...theme, navigation: withoutLinks(theme.navigation, brokenLinks) }
}

const readTheme = async (ctx: Ctx): Promise<Theme> => toTheme(ctx, await queries.readTheme(ctx))

function toTheme(ctx: Ctx, { name, currency, version, settings, updatedAt }: queries.ThemeRow): Theme {
  const currencies = currentCurrencies(settings, currency)
  const theme = completeTheme({ ...settings, currencies }, { name, currency })
  const { announcement } = theme
  const isHidden = ctx.caller.kind === 'visitor' && announcement !== null && !isActive(announcement, ctx.now)
  return { version, updatedAt, ...withCss(isHidden ? { ...theme, announcement: null } : theme), brokenLinks: [] }
}

/** The shop may have changed its currency since the theme was saved; its current currency is the default. */
const currentCurrencies = ({ currencies }: ThemeSettings, currency: string) => ({
  default: currency,
  others: (currencies?.others ?? []).filter((other) => other !== currency),
})

/** Replaces the whole theme; identical settings change nothing. */
export function replaceTheme(ctx: Ctx, settings: ThemeSettings, ifMatch: string | undefined): Promise<Theme> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { name, currency, version, settings: stored } = await queries.readTheme(ctx)
    assertIfMatch(ifMatch, version)
    assertValidTheme(completeTheme(settings, { name, currency }), currency)
    const next = {
      ...settings,
      ...completeStyles(settings),
      ...(settings.announcement && { announcement: toUtc(settings.announcement) }),
    }
    if (!isDeepStrictEqual(stored, next)) {
      await queries.saveTheme(ctx, version + 1, next)
      await emit(ctx, 'theme.updated', { version: version + 1 })
    }
    return getTheme(ctx)
  })
}

/** Emails use the name and colors of the storefront theme. */
export async function loadBranding(ctx: Ctx): Promise<Branding> {
  const row = await queries.readTheme(ctx)
  const { brand, colors, locales } = toTheme(ctx, row)
  const { timeZone, currency } = row
  return {
    name: brand.name,
    locale: locales.default,
    timeZone,
    currency,
    color: colors.primary,
    onColor: colors.onPrimary,
  }
}

/** The parts of a theme that emails use. */
export interface Branding {
  name: string
  locale: string
  timeZone: string
  currency: string
  color: string
  onColor: string
}

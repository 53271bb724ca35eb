import type { Ctx } from '../../ctx.ts'
import { getTheme } from '../theme/theme.ts'
import { getWorkspace } from '../workspaces/workspaces.ts'
import type { Branding } from './html-blocks.ts'

/** Emails use the name and colors of the storefront theme. */
export async function loadBranding(ctx: Ctx): Promise<Branding> {
  const { brand, colors, locales } = await getTheme(ctx)
  const { timeZone, currency } = await getWorkspace(ctx)
  return {
    name: brand.name,
    locale: locales.default,
    timeZone,
    currency,
    color: colors.primary,
    onColor: colors.onPrimary,
  }
}

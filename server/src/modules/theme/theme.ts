import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { completeLook, fixedLook, inUtc, isShowing, withCss } from './complete-theme.ts'
import * as queries from './queries.ts'
import type { Theme, ThemeSettings } from './schemas.ts'
import { refuseUnfit } from './theme-rules.ts'

/** Visitors see an announcement while it is showing; whoever has a key also sees what is planned and what is over. */
export async function getTheme(ctx: Ctx): Promise<Theme> {
  const { name, currency, version, settings, updatedAt } = await queries.readTheme(ctx)
  const currencies = currenciesNow(settings, currency)
  const look = completeLook({ ...settings, currencies }, { name, currency })
  const { announcement } = look
  const isHidden = ctx.caller.kind === 'visitor' && announcement !== null && !isShowing(announcement, ctx.now)
  return { version, updatedAt, ...withCss(isHidden ? { ...look, announcement: null } : look) }
}

/** The shop may have taken up another currency since: then that is the default. */
const currenciesNow = ({ currencies }: ThemeSettings, currency: string) => ({
  default: currency,
  others: (currencies?.others ?? []).filter((other) => other !== currency),
})

/** Replaces all of it; the same again changes nothing. */
export function replaceTheme(ctx: Ctx, settings: ThemeSettings, ifMatch: string | undefined): Promise<Theme> {
  return transaction(ctx, async (ctx) => {
    await queries.lockTheme(ctx)
    const { name, currency, version, settings: known } = await queries.readTheme(ctx)
    refuseStale(ifMatch, version)
    refuseUnfit(completeLook(settings, { name, currency }), currency)
    const wanted = {
      ...settings,
      ...fixedLook(settings),
      ...(settings.announcement && { announcement: inUtc(settings.announcement) }),
    }
    if (!isDeepStrictEqual(known, wanted)) {
      await queries.saveTheme(ctx, version + 1, wanted)
      await emit(ctx, 'theme.updated', { version: version + 1 })
    }
    return getTheme(ctx)
  })
}

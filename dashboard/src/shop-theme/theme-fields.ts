import { type Rows, toNavigation, toRows } from './navigation-rows.ts'
import type { Theme, ThemeSettings } from './theme.ts'

/** A theme while it is edited. */
export interface ThemeFields extends Omit<ThemeSettings, 'navigation'> {
  navigation: Rows
}

/** What every part of the form is given. */
export interface PartProps {
  fields: ThemeFields
  edit: (changes: Partial<ThemeFields>) => void
  readOnly: boolean
  /** What the server said of the field with this path. */
  faultOf: (path: string) => string | undefined
}

export function toFields(theme: Theme): ThemeFields {
  const { brand, colours, typography, shape, navigation, announcement, locales, currencies } = theme
  return { brand, colours, typography, shape, navigation: toRows(navigation), announcement, locales, currencies }
}

/** An empty field is one that is not set. */
const orNull = (text: string | null | undefined) => (text?.trim() ? text.trim() : null)

export function toSettings(fields: ThemeFields): ThemeSettings {
  const { brand, announcement } = fields
  return {
    ...fields,
    brand: {
      name: brand.name.trim(),
      tagline: orNull(brand.tagline),
      logoUrl: orNull(brand.logoUrl),
      faviconUrl: orNull(brand.faviconUrl),
    },
    navigation: toNavigation(fields.navigation),
    announcement: announcement && { ...announcement, url: orNull(announcement.url) },
  }
}

import { textOrNull } from '../ui/text.ts'
import { type NavigationFields, toNavigation, toNavigationFields } from './navigation-fields.ts'
import type { Theme, ThemeSettings } from './theme.ts'

/** A theme in the form. */
export interface ThemeFields extends Omit<ThemeSettings, 'navigation'> {
  navigation: NavigationFields
}

export interface SectionProps {
  fields: ThemeFields
  edit: (changes: Partial<ThemeFields>) => void
  readOnly: boolean
  /** The server's error for the field at this path. */
  errorAt: (path: string) => string | undefined
}

export function toThemeFields(theme: Theme): ThemeFields {
  const { brand, colors, typography, shape, navigation, announcement, locales, currencies } = theme
  return {
    brand,
    colors,
    typography,
    shape,
    navigation: toNavigationFields(navigation),
    announcement,
    locales,
    currencies,
  }
}

export function toThemeSettings(fields: ThemeFields): ThemeSettings {
  const { brand, announcement } = fields
  return {
    ...fields,
    brand: {
      name: brand.name.trim(),
      tagline: textOrNull(brand.tagline),
      logoUrl: textOrNull(brand.logoUrl),
      faviconUrl: textOrNull(brand.faviconUrl),
    },
    navigation: toNavigation(fields.navigation),
    announcement: announcement && { ...announcement, url: textOrNull(announcement.url) },
  }
}

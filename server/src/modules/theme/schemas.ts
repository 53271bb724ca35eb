import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/money.ts'
import { NAME_PATTERN, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'

const Label = Type.String({ minLength: 1, maxLength: 60, pattern: NAME_PATTERN, examples: ['New arrivals'] })
const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: '^(https?://[^/\\s\\\\"\'<>`][^\\s\\\\"\'<>`]*|/([^/\\s\\\\"\'<>`][^\\s\\\\"\'<>`]*)?)$',
  description: 'An http or https URL, or a storefront path that starts with a single slash.',
  examples: ['https://example.com/logo.svg', '/pages/about'],
})
const Handle = Type.String({ minLength: 1, maxLength: 200, pattern: HANDLE_PATTERN, examples: ['linen-shirts'] })
const Hex = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1f3a5f'] })
const FontFamilies = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\p{L}\\p{N} ,\'"_.\\-]*[\\p{L}\\p{N}][\\p{L}\\p{N} ,\'"_.\\-]*$',
  description: 'Font names separated by commas, the preferred one first.',
  examples: ['Inter, "Helvetica Neue", sans-serif'],
})
const Locale = Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47 language tag.', examples: ['de-AT'] })

const Brand = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN, examples: ['Hazel & Oak'] }),
  tagline: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  logoUrl: Nullable(Url),
  faviconUrl: Nullable(Url),
})
export type Brand = Static<typeof Brand>

const Colors = Type.Object({
  primary: Hex,
  onPrimary: Hex,
  background: Hex,
  surface: Hex,
  text: Hex,
  mutedText: Hex,
  border: Hex,
  success: Hex,
  warning: Hex,
  danger: Hex,
})
export type Colors = Static<typeof Colors>

const Typography = Type.Object({
  headingFamily: FontFamilies,
  bodyFamily: FontFamilies,
  baseSizePx: Type.Integer({ minimum: 12, maximum: 24 }),
  scale: Type.Number({ minimum: 1, maximum: 2, description: 'Size ratio between consecutive heading levels.' }),
})
export type Typography = Static<typeof Typography>

const Shape = Type.Object({
  radiusPx: Type.Integer({ minimum: 0, maximum: 64 }),
  spacingPx: Type.Integer({ minimum: 1, maximum: 64, description: 'Base unit of which all distances are multiples.' }),
})
export type Shape = Static<typeof Shape>

const target = {
  label: Label,
  url: Type.Optional(Url),
  collection: Type.Optional(Handle),
  product: Type.Optional(Handle),
}
const NavigationLink = Type.Object(target, { description: 'Links to exactly one of `url`, `collection` or `product`.' })
const NavigationItem = Type.Object(
  { ...target, items: Type.Optional(Type.Array(NavigationLink, { maxItems: 30 })) },
  { description: 'Links to exactly one of `url`, `collection` or `product`. With `items`, the link is optional.' },
)
export type NavigationItem = Static<typeof NavigationItem>
const Navigation = Type.Object({
  header: Type.Array(NavigationItem, { maxItems: 20 }),
  footer: Type.Array(NavigationItem, { maxItems: 20 }),
})

const Announcement = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Free shipping until Sunday'] }),
  url: Type.Optional(Nullable(Url)),
  startsAt: Type.Optional(Nullable(Timestamp)),
  endsAt: Type.Optional(Nullable(Timestamp)),
  tone: Type.Optional(OneOf(['info', 'success', 'warning', 'danger'], { default: 'info' })),
})
export type Announcement = Static<typeof Announcement>

const Locales = Type.Object({ default: Locale, others: Type.Array(Locale, { maxItems: 50 }) })
const Currencies = Type.Object({
  default: { ...Currency, description: 'Currency of the shop.' },
  others: Type.Array(Currency, { maxItems: 50 }),
})

export const Theme = Type.Object({
  version: Type.Integer({
    minimum: 0,
    description: '0 until the theme is first saved. The `ETag` is the same number in quotes.',
  }),
  updatedAt: Nullable(Timestamp),
  brand: Brand,
  colors: Colors,
  typography: Typography,
  shape: Shape,
  navigation: Navigation,
  announcement: Nullable(Announcement),
  locales: Locales,
  currencies: Currencies,
  css: Type.String({
    description: 'Colors, fonts, sizes and the logo as CSS custom properties on `:root`, ready for a style sheet.',
    examples: [':root{--color-primary:#1f3a5f;--radius:6px}'],
  }),
  brokenLinks: Type.Array(Type.String(), {
    description:
      'Links to a collection or product that is missing or not active, by their path. Visitors don’t get these links.',
    examples: [['/navigation/header/0']],
  }),
})
export type Theme = Static<typeof Theme>

/** Fields that are omitted or null get their default. */
export const ThemeSettings = Type.Object({
  brand: Type.Optional(Type.Partial(Brand)),
  colors: Type.Optional(Type.Partial(Colors)),
  typography: Type.Optional(Type.Partial(Typography)),
  shape: Type.Optional(Type.Partial(Shape)),
  navigation: Type.Optional(Type.Partial(Navigation)),
  announcement: Type.Optional(Nullable(Announcement)),
  locales: Type.Optional(Type.Partial(Locales)),
  currencies: Type.Optional(Type.Partial(Currencies)),
})
export type ThemeSettings = Static<typeof ThemeSettings>

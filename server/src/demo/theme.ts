import type { ThemeSettings } from '../modules/theme/schemas.ts'

export const THEME: ThemeSettings = {
  brand: { name: 'Hazel & Oak', tagline: 'Good things for every day' },
  colors: {
    primary: '#3f5d4a',
    onPrimary: '#ffffff',
    background: '#fffdf9',
    surface: '#f5efe6',
    text: '#2b2622',
    mutedText: '#6a6058',
    border: '#93877a',
    success: '#3c7a4e',
    warning: '#9a6200',
    danger: '#a8321f',
  },
  typography: {
    headingFamily: 'Georgia, "Times New Roman", serif',
    bodyFamily: 'system-ui, sans-serif',
    baseSizePx: 16,
    scale: 1.25,
  },
  shape: { radiusPx: 10, spacingPx: 8 },
  navigation: {
    header: [
      { label: 'Favorites', collection: 'favorites' },
      { label: 'Clothing', collection: 'clothing' },
      {
        label: 'Home & kitchen',
        collection: 'home-and-kitchen',
        items: [
          { label: 'A table for friends', collection: 'a-table-for-friends' },
          { label: 'Coffee & tea', collection: 'coffee-and-tea' },
        ],
      },
      { label: 'For children', collection: 'for-children' },
      { label: 'Outdoors', collection: 'outdoors' },
      { label: 'Gifts', collection: 'gifts-under-30' },
      { label: 'Sale', collection: 'sale' },
    ],
    footer: [
      { label: 'Shipping', url: '/policies/shipping' },
      { label: 'Returns', url: '/policies/refund' },
      { label: 'Privacy', url: '/policies/privacy' },
      { label: 'Terms', url: '/policies/terms' },
      { label: 'Cookies', url: '/policies/cookies' },
      { label: 'Legal notice', url: '/policies/legal_notice' },
    ],
  },
  announcement: {
    text: 'Free delivery within the European Union on orders from €50',
    url: '/policies/shipping',
    tone: 'info',
  },
  locales: { default: 'en', others: ['de', 'fr'] },
  currencies: { default: 'EUR', others: ['USD', 'GBP'] },
}

/** Outlines on a grid of 24, drawn with a stroke in the color of the text. */
const PATHS = {
  home: 'M3 11 12 4l9 7M5 9.5V20h5v-6h4v6h5V9.5',
  orders: 'M4 13h4l1.5 3h5L16 13h4M4 13l3-8h10l3 8v6H4z',
  products: 'M3 12V4h8l10 10-8 8zM7.5 8.5h.01',
  inventory: 'm12 3 9 4.5v9L12 21l-9-4.5v-9zM3 7.5l9 4.5 9-4.5M12 12v9',
  customers: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  discounts: 'M19 5 5 19M7.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M16.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  inbox: 'M3 6h18v12H3zM3 7l9 7 9-7',
  chats: 'M4 5h16v11h-8l-5 4v-4H4z',
  reports: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  collections: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  reviews: 'm12 3 2.8 5.8 6.2.8-4.6 4.3 1.2 6.3L12 17l-5.6 3.2 1.2-6.3L3 9.6l6.2-.8z',
  leads: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2.5 21c0-4 3.2-6 7.5-6s7.5 2 7.5 6M19 7v6M16 10h6',
  segments: 'M12 3a9 9 0 1 0 9 9h-9zM15 3.5A9 9 0 0 1 20.5 9H15z',
  outbox: 'm21 3-9 18-2-8-8-2zM21 3 10 13',
  giftCards: 'M3 8h18v4H3zM5 12h14v9H5zM12 8v13M12 8S9 8 8 6s1-3 2-2.5S12 8 12 8s3 0 4-2-1-3-2-2.5S12 8 12 8',
  loyalty: 'M12 20s-8-5-8-11a4.5 4.5 0 0 1 8-2.8A4.5 4.5 0 0 1 20 9c0 6-8 11-8 11',
  articles: 'M4 4h7a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H4zM20 4h-5a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h5z',
  theme:
    'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2-.6-1.3.3-2.5 1.7-2.5H18a3 3 0 0 0 3-3c0-6-4-10.5-9-10.5M8 12h.01M9.5 8h.01M14.5 8h.01',
  policies: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M12 2v3M12 19v3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M2 12h3M19 12h3M4.9 19.1 7 17M17 7l2.1-2.1',
  shop: 'M4 9v11h16V9M2.5 9 5 4h14l2.5 5a3 3 0 0 1-4.75 1.5 3 3 0 0 1-4.75 0 3 3 0 0 1-4.75 0A3 3 0 0 1 2.5 9M10 20v-5h4v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 21 21',
  add: 'M12 5v14M5 12h14',
  recent: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  back: 'M19 12H5M11 6l-6 6 6 6',
  key: 'M8 17a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12 11l9-7M17 7l2.5 3',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2 20c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M19 15c2 .8 3 2.5 3 5',
  location: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11M12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  payments: 'M3 6h18v12H3zM3 10h18M7 15h3',
  shipping: 'M2 6h12v10H2zM14 9h4l4 4v3h-8M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  taxes: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  connections: 'M9 15l6-6M8 12l-3 3a3.5 3.5 0 0 0 5 5l3-3M16 12l3-3a3.5 3.5 0 0 0-5-5l-3 3',
  events: 'M13 3 5 14h6l-1 7 8-11h-6z',
  limits: 'M4 18a9 9 0 1 1 16 0M12 14l4-5',
  log: 'M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5h4',
  rules: 'M4 6h10M18 6h2M4 12h2M10 12h10M4 18h8M16 18h4M16 4v4M8 10v4M14 16v4',
  system: 'M3 4h18v7H3zM3 13h18v7H3zM7 7.5h.01M7 16.5h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 3 2 20h20zM12 10v4M12 17h.01',
  phone: 'M5 3h4l2 5-2.5 1.8a12 12 0 0 0 5.7 5.7L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2',
  form: 'M5 3h14v18H5zM9 8h6M9 12h6M9 17h3',
  returns: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
} as const

export type IconName = keyof typeof PATHS

/** Decorative: the text next to it says what it means. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ flexShrink: 0 }}
  >
    <path d={PATHS[name]} />
  </svg>
)

import type { IconName } from '../../ui/icon.tsx'
import { MAIN_SECTIONS, type NavigationPage, SETTINGS_PATH, SETTINGS_SECTIONS } from '../pages.ts'

export interface PaletteItem {
  id: string
  group: string
  label: string
  description?: string | undefined
  icon: IconName
  keywords?: string | undefined
  /** Where it leads. Without it, `run` does something. */
  to?: string
  run?: () => void
}

const CREATE_PAGES = [
  { to: '/catalog/products/new', label: 'Create product' },
  { to: '/sales/orders/new', label: 'Create draft order' },
  { to: '/inbox?new=ticket', label: 'Create ticket' },
  { to: '/sales/discounts/new', label: 'Create discount' },
  { to: '/catalog/collections/new', label: 'Create collection' },
  { to: '/sales/segments/new', label: 'Create segment' },
  { to: '/support/articles/new', label: 'Create article' },
] as const

const toItem = (group: string, { to, label, icon, keywords, about }: NavigationPage): PaletteItem => ({
  id: to,
  group,
  label,
  icon,
  keywords,
  description: about,
  to,
})

export const PAGE_ITEMS: PaletteItem[] = MAIN_SECTIONS.flatMap(({ pages }) =>
  pages.map((page) => toItem('Pages', page)),
)

export const SETTINGS_ITEMS: PaletteItem[] = [
  toItem('Settings', { to: SETTINGS_PATH, label: 'Settings', icon: 'settings' }),
  ...SETTINGS_SECTIONS.flatMap(({ pages }) => pages.map((page) => toItem('Settings', page))),
]

export const CREATE_ITEMS: PaletteItem[] = CREATE_PAGES.map(({ to, label }) => ({
  id: to,
  group: 'Actions',
  label,
  icon: 'add',
  keywords: 'new add',
  to,
}))

/** 3: its name is the query; 2: starts with it; 1: one of its words does; 0: no match. */
function matchItem({ label, keywords = '' }: PaletteItem, wanted: string): number {
  const name = label.toLowerCase()
  if (name === wanted) return 3
  if (name.startsWith(wanted)) return 2
  const words = `${name} ${keywords}`.split(/[\s-]+/)
  return wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0
}

/** What matches, best first, in the order of the list among equals. */
export function filterItems(items: PaletteItem[], query: string): PaletteItem[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return items
  return items
    .map((item) => ({ item, match: matchItem(item, wanted) }))
    .filter(({ match }) => match > 0)
    .toSorted((one, other) => other.match - one.match)
    .map(({ item }) => item)
}

/** Groups in the order of their first item. */
export const groupItems = (items: PaletteItem[]): [string, PaletteItem[]][] => [
  ...Map.groupBy(items, ({ group }) => group),
]

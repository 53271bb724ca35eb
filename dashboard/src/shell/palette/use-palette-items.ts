import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ListItem } from '../../api.ts'
import { useRead } from '../../resource.ts'
import { ENVIRONMENT_LABELS, type Mode, useWorkspace } from '../../session.ts'
import type { IconName } from '../../ui/icon.tsx'
import { formatMoney } from '../../ui/money.ts'
import { listRecentItems } from '../../ui/recent-items.ts'
import { COLOR_SCHEMES } from '../color-scheme.tsx'
import { CREATE_ITEMS, filterItems, PAGE_ITEMS, type PaletteItem, SETTINGS_ITEMS } from './palette-items.ts'

type SearchResult = ListItem<'/v1/search'>

const DEBOUNCE_MS = 150

const RESULTS = {
  order: { group: 'Orders', icon: 'orders', path: '/sales/orders/' },
  customer: { group: 'Customers', icon: 'customers', path: '/sales/customers/' },
  product: { group: 'Products', icon: 'products', path: '/catalog/products/' },
  ticket: { group: 'Tickets', icon: 'inbox', path: '/inbox?ticket=' },
} as const satisfies Record<SearchResult['type'], { group: string; icon: IconName; path: string }>

interface Options {
  onModeChange: (mode: Mode) => void
  onHelp: () => void
}

/** What the palette offers for this text. `isSearching` while the server still looks. */
export function usePaletteItems(text: string, options: Options): { items: PaletteItem[]; isSearching: boolean } {
  const { environmentId } = useWorkspace()
  const actions = useActions(options)
  const query = text.trim()
  const [q] = useDebouncedValue(query, DEBOUNCE_MS)
  const search = useRead('/v1/search', { query: { q } }, { enabled: q !== '', staleTime: 5_000 })
  if (query === '') {
    const recent = listRecentItems(environmentId).map(
      ({ to, label }): PaletteItem => ({ id: `recent ${to}`, group: 'Recent', label, icon: 'recent', to }),
    )
    return { items: [...recent, ...PAGE_ITEMS, ...actions], isSearching: false }
  }
  // Never those of the text before: Enter would open another item than the one typed.
  const results = q === query ? (search.data?.data ?? []) : []
  const exact = results.filter(({ match }) => match === 'exact').map(toItem)
  const others = results.filter(({ match }) => match !== 'exact').map(toItem)
  const local = filterItems([...PAGE_ITEMS, ...SETTINGS_ITEMS, ...actions], query)
  // A group stays together, where its best result is.
  return { items: [...exact, ...local, ...others], isSearching: q !== query || search.isFetching }
}

const toItem = ({ type, id, title, subtitle, amount }: SearchResult): PaletteItem => {
  const { group, icon, path } = RESULTS[type]
  const label = type === 'order' ? `Order ${title}` : title
  const description = [subtitle, amount && formatMoney(amount)].filter(Boolean).join(' · ')
  return { id, group, label, description, icon, to: path + id }
}

function useActions({ onModeChange, onHelp }: Options): PaletteItem[] {
  const { workspace, mode } = useWorkspace()
  const { setColorScheme } = useMantineColorScheme()
  const otherMode = mode === 'live' ? 'test' : 'live'
  const action = (label: string, icon: IconName, run: () => void, keywords?: string): PaletteItem => ({
    id: label,
    group: 'Actions',
    label,
    icon,
    keywords,
    run,
  })
  return [
    ...(workspace.role === 'viewer' ? [] : CREATE_ITEMS),
    action(
      `Switch to ${ENVIRONMENT_LABELS[otherMode].toLowerCase()}`,
      'returns',
      () => onModeChange(otherMode),
      'environment test mode',
    ),
    ...COLOR_SCHEMES.map(({ value, label }) =>
      action(
        `Use ${label.toLowerCase()} theme`,
        'theme',
        () => setColorScheme(value),
        'dark light mode appearance color',
      ),
    ),
    action('Show keyboard shortcuts', 'key', onHelp, 'help'),
    {
      id: '/account',
      group: 'Actions',
      label: 'Open your account',
      icon: 'customers',
      keywords: 'password two-factor profile',
      to: '/account',
    },
  ]
}

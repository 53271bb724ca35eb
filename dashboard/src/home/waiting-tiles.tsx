import { SimpleGrid, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LIVE_CHATS_VIEW } from '../inbox/inbox-search.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import classes from './home.module.css'
import { useWaitingWork, type WaitingWork } from './home.ts'

interface Tile {
  field: keyof WaitingWork
  label: string
  icon: IconName
  to: string
  search: Record<string, string | boolean>
}

const TILES: Tile[] = [
  {
    field: 'ordersToFulfill',
    label: 'Orders to fulfill',
    icon: 'orders',
    to: '/sales/orders',
    search: { toFulfill: true },
  },
  { field: 'openTickets', label: 'Open tickets', icon: 'inbox', to: '/inbox', search: { view: 'open' } },
  { field: 'liveChats', label: 'Live chats', icon: 'chats', to: '/inbox', search: { view: LIVE_CHATS_VIEW } },
  { field: 'lowStock', label: 'Low stock', icon: 'inventory', to: '/catalog/inventory', search: { lowStock: true } },
]

const MAX_COUNT = 1000

/** What the shop and its help desk have in hand right now. */
export function WaitingTiles() {
  const { data, isPending } = useWaitingWork()
  return (
    <SimpleGrid component="ul" cols={{ base: 2, md: 4 }} spacing="sm" m={0} p={0} aria-label="Right now">
      {TILES.map(({ field, label, icon, to, search }) => {
        const count = data?.[field]
        return (
          <li key={field} className={classes.tile}>
            <span className={classes.tileLabel}>
              <Icon name={icon} size={16} />
              <Link to={to} search={search} className={classes.tileLink ?? ''}>
                {label}
              </Link>
            </span>
            {isPending ? (
              <Skeleton height={28} width={40} mt={4} />
            ) : (
              <span className={classes.tileCount}>
                {count === undefined ? '–' : count > MAX_COUNT ? '1000+' : count}
              </span>
            )}
          </li>
        )
      })}
    </SimpleGrid>
  )
}

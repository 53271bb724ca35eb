import type { ListItem } from '../api.ts'
import { resource, useRead, useReadList, useWrite } from '../resource.ts'

export type Customer = ListItem<'/v1/customers'>
export type TimelineEntry = ListItem<'/v1/customers/{id}/timeline'>

/** Statistics change with every sale. */
const LIVE = { staleTime: 0 }

export const customers = resource('/v1/customers', LIVE)

export const useTimeline = (id: string) =>
  useReadList('/v1/customers/{id}/timeline', { params: { id }, query: { limit: 50 } }, LIVE)

export const useStoreCredit = (id: string) => useRead('/v1/customers/{id}/store-credit', { params: { id } }, LIVE)

export const useAdjustStoreCredit = (id: string) => useWrite('post', '/v1/customers/{id}/store-credit', { id })

export const useCreateNote = (id: string) => useWrite('post', '/v1/customers/{id}/notes', { id })

export const SORT_LABELS = {
  last_order: 'Last order',
  spent: 'Amount spent',
  orders: 'Orders',
} as const

export const MARKETING_LABELS: Record<NonNullable<Customer['marketing']['email']>, string> = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  pending: 'Confirmation pending',
}

/** What staff call a customer whose name is unknown. */
export const displayName = ({ name, company, emails, phones }: Customer): string =>
  name ?? company ?? emails[0]?.address ?? phones[0]?.number ?? 'Unnamed customer'

export const formatOrderCount = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

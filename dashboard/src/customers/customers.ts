import type { ListItem, ResponseBody } from '../api.ts'
import { resource, useRead, useReadList, useWrite } from '../resource.ts'

export type Customer = ListItem<'/v1/customers'>
export type Consent = ListItem<'/v1/customers/{id}/consents'>
export type Merge = ListItem<'/v1/customers/{id}/merges'>
export type PointsBalance = ResponseBody<'/v1/loyalty/balance'>
export type TimelineEntry = ListItem<'/v1/customers/{id}/timeline'>

/** Statistics change with every sale. */
const LIVE = { staleTime: 0 }

export const customers = resource('/v1/customers', LIVE)

export const useTimeline = (id: string) =>
  useReadList('/v1/customers/{id}/timeline', { params: { id }, query: { limit: 50 } }, LIVE)

export const useStoreCredit = (id: string) => useRead('/v1/customers/{id}/store-credit', { params: { id } }, LIVE)

export const useAdjustStoreCredit = (id: string) => useWrite('post', '/v1/customers/{id}/store-credit', { id })

export const usePointsBalance = (customerId: string) => useRead('/v1/loyalty/balance', { query: { customerId } }, LIVE)

export const useAdjustPoints = (customerId: string) =>
  useWrite(
    'post',
    '/v1/loyalty/accounts/{customerId}/entries',
    { customerId },
    // The timeline shows points too.
    { alsoChanges: ['/v1/loyalty/balance', '/v1/ledger', '/v1/customers'] },
  )

export const useCreateNote = (id: string) => useWrite('post', '/v1/customers/{id}/notes', { id })

export const useConsents = (id: string) =>
  useReadList('/v1/customers/{id}/consents', { params: { id }, query: { limit: 10 } }, LIVE)

export const useRecordConsent = (id: string) => useWrite('post', '/v1/customers/{id}/consents', { id })

export const useMerges = (id: string) =>
  useReadList('/v1/customers/{id}/merges', { params: { id }, query: { limit: 100 } }, LIVE)

export const useMergeCustomers = (id: string) => useWrite('post', '/v1/customers/{id}/merge', { id })
export const useReverseMerge = (id: string) =>
  useWrite('post', '/v1/customers/merges/{id}/reversal', { id }, { alsoChanges: ['/v1/customers'] })
export const useExportCustomer = (id: string) => useWrite('post', '/v1/customers/{id}/export', { id })
/** `onErased` leaves the page before the lists are read again: the customer would return 404. */
export const useEraseCustomer = (id: string, onErased: () => Promise<void>) =>
  useWrite('post', '/v1/customers/{id}/erasure', { id }, { onSuccess: onErased })

export const SORT_LABELS = {
  last_order: 'Last order',
  spent: 'Amount spent',
  orders: 'Orders',
} as const

export const MARKETING_LABELS: Record<Consent['state'], string> = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  pending: 'Confirmation pending',
}

export const CHANNEL_LABELS: Record<Consent['channel'], string> = { email: 'Email', sms: 'SMS', phone: 'Phone' }

export const RFM_LABELS: Record<NonNullable<Customer['rfm']>['group'], string> = {
  champions: 'Champions',
  loyal: 'Loyal',
  new: 'New',
  promising: 'Promising',
  at_risk: 'At risk',
  hibernating: 'Hibernating',
  lost: 'Lost',
}

/** What staff call a customer whose name is unknown. */
export const displayName = ({ name, company, emails, phones }: Customer): string =>
  name ?? company ?? emails[0]?.address ?? phones[0]?.number ?? 'Unnamed customer'

export const formatOrderCount = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

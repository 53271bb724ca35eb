import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ApiError, api } from '../api.ts'
import type { Money } from '../parts/money.ts'
import { useOnceKey } from '../parts/once-key.ts'
import type {
  DraftWish,
  NewCancellation,
  NewFulfillment,
  NewOutsidePayment,
  NewRefund,
  Refund,
  RefundPreview,
} from './wishes.ts'

export type OrderStatus = 'draft' | 'open' | 'completed' | 'canceled'
export type PaymentStatus =
  | 'pending'
  | 'authorized'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided'
  | 'disputed'
  | 'charged_back'
export type FulfillmentStatus = 'unfulfilled' | 'partial' | 'fulfilled' | 'not_needed'
export type ReturnStatus = 'none' | 'requested' | 'in_progress' | 'returned'

export interface Address {
  name?: string
  company?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postcode?: string
  country: string
  phone?: string
}

export interface OrderLine {
  id: string
  variantId: string | null
  sku: string | null
  title: string
  options: Record<string, string>
  image: string | null
  properties: Record<string, string>
  quantities: Record<'ordered' | 'current' | 'fulfilled' | 'returned' | 'refunded', number>
  status: 'removed' | 'fulfilled' | 'partial' | 'processing'
  unitPrice: Money
  discount: Money
  total: Money
  requiresShipping: boolean
}

export interface OrderPayment {
  id: string
  kind: 'provider' | 'gift_card' | 'points' | 'external'
  provider: string | null
  reference: string | null
  status: 'authorized' | 'paid' | 'voided'
  isTest: boolean
  amount: Money
  captured: Money
  refunded: Money
  details: Record<string, unknown>
  createdAt: string
}

export interface Order {
  id: string
  number: number
  status: OrderStatus
  paymentStatus: PaymentStatus
  fulfillmentStatus: FulfillmentStatus
  returnStatus: ReturnStatus
  currency: string
  email: string | null
  source: 'storefront' | 'api' | 'agent' | 'import' | 'staff'
  items: OrderLine[]
  shippingAddress: Address | null
  billingAddress: Address | null
  shipping: { title: string; amount: Money; discount: Money; tax: Money } | null
  promotions: { id: string; code: string | null; title: string; amount: Money }[]
  totals: Record<'subtotal' | 'discount' | 'shipping' | 'tax' | 'total' | 'giftCards' | 'points' | 'due', Money> & {
    taxIncluded: boolean
  }
  refunded: Money
  payments: OrderPayment[]
  note: string | null
  staffNote: string | null
  tags: string[]
  exchangeOf: { orderId: string; number: number } | null
  draft: DraftWish | null
  version: number
  placedAt: string
  canceledAt: string | null
}

export interface Fulfillment {
  id: string
  status: 'shipped' | 'delivered' | 'canceled'
  lines: { lineId: string; quantity: number }[]
  tracking: { carrier?: string; number?: string; url?: string } | null
  createdAt: string
  deliveredAt: string | null
}

export interface OrderEvent {
  id: string
  type: string
  data: Record<string, unknown>
  createdAt: string
}

export interface OrderFilter {
  search: string
  status: '' | OrderStatus
  paymentStatus: '' | PaymentStatus
  fulfillmentStatus: '' | FulfillmentStatus
  returnStatus: '' | ReturnStatus
}

interface PageOf<Thing> {
  data: Thing[]
  nextCursor: string | null
}

export const ORDERS = '/v1/orders'
export const ordersOf = (environmentId: string) => ['orders', environmentId]

export function useOrders(wanted: OrderFilter) {
  const { environmentId } = useDesk()
  const filter = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value))
  return useInfiniteQuery({
    queryKey: [...ordersOf(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<Order>>(`${ORDERS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // Orders come by themselves.
    staleTime: 0,
  })
}

export function useOrder(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...ordersOf(environmentId), 'one', id],
    queryFn: ({ signal }) => api<Order>(`${ORDERS}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

/** Newest first. */
export function usePartsOf<Part>(id: string, name: 'fulfillments' | 'returns' | 'timeline') {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...ordersOf(environmentId), name, id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<Part>>(`${ORDERS}/${id}/${name}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export const useFulfillments = (id: string) => usePartsOf<Fulfillment>(id, 'fulfillments')
export const useTimeline = (id: string) => usePartsOf<OrderEvent>(id, 'timeline')

/** Asked anew with every change of the form; nothing is done. */
export function usePreview<Preview>(path: string, wanted: object | undefined) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...ordersOf(environmentId), 'preview', path, wanted],
    queryFn: ({ signal }) =>
      api<Preview>(`${ORDERS}/${path}?preview=true`, { method: 'POST', body: wanted, environmentId, signal }),
    enabled: wanted !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export const useRefundPreview = (id: string, wanted: NewRefund | undefined) =>
  usePreview<RefundPreview>(`${id}/refunds`, wanted)

interface Wish<Wanted> {
  body?: Wanted
  ifMatch?: number
}

/** Whatever is done to an order changes lists, parts and history; after a refusal what is on the screen may be old. */
export function useDeed<Wanted, Answer>(path: string, method: 'POST' | 'PATCH') {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  const once = useOnceKey()
  return useMutation({
    mutationFn: (wish: Wish<Wanted>) =>
      api<Answer>(path ? `${ORDERS}/${path}` : ORDERS, {
        method,
        environmentId,
        ...wish,
        ...(method === 'POST' && { idempotencyKey: once.keyFor(wish.body) }),
      }),
    // Only where no answer came is the next try the same deed.
    onError: (error) => (error instanceof ApiError && error.status < 500 ? once.forget() : undefined),
    onSuccess: once.forget,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ordersOf(environmentId) }),
  })
}

interface OrderChanges extends Partial<DraftWish> {
  staffNote?: string | null
  tags?: string[]
  email?: string | null
  shippingAddress?: Address | null
}

export const useChangeOrder = (id: string) => useDeed<OrderChanges, Order>(id, 'PATCH')
export const useNotePayment = (id: string) => useDeed<NewOutsidePayment, Order>(`${id}/payments`, 'POST')
export const useFulfill = (id: string) => useDeed<NewFulfillment, Fulfillment>(`${id}/fulfillments`, 'POST')
export const useChangeFulfillment = (id: string, fulfillmentId: string) =>
  useDeed<{ status: 'delivered' | 'canceled' }, Fulfillment>(`${id}/fulfillments/${fulfillmentId}`, 'PATCH')
export const useRefund = (id: string) => useDeed<NewRefund, Refund>(`${id}/refunds`, 'POST')

/** Read when it is called; undefined where the order has none. */
export function useLatestRefund(id: string): () => Promise<Refund | undefined> {
  const { environmentId } = useDesk()
  return async () => (await api<PageOf<Refund>>(`${ORDERS}/${id}/refunds?limit=1`, { environmentId })).data[0]
}

export const useCancel = (id: string) => useDeed<NewCancellation, Order>(`${id}/cancellation`, 'POST')
export const useCapture = (id: string) => useDeed<{ amount?: Money }, Order>(`${id}/captures`, 'POST')

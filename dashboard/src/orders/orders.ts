import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'
import { useIdempotencyKey } from '../resource.ts'
import { useWorkspace } from '../session.ts'
import type { Money } from '../ui/money.ts'
import type {
  DraftContents,
  NewCancellation,
  NewExternalPayment,
  NewFulfillment,
  NewRefund,
  Refund,
  RefundPreview,
} from './requests.ts'

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
export type FulfillmentStatus = 'unfulfilled' | 'partial' | 'fulfilled' | 'not_required'
export type ReturnStatus = 'none' | 'requested' | 'in_progress' | 'returned'

export interface Address {
  name?: string
  company?: string
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country: string
  phone?: string
}

export interface OrderItem {
  id: string
  variantId: string | null
  sku: string | null
  title: string
  options: Record<string, string>
  image: { id: string; url: string; alt: string } | null
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
  test: boolean
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
  items: OrderItem[]
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
  draft: DraftContents | null
  version: number
  placedAt: string
  canceledAt: string | null
}

export interface Fulfillment {
  id: string
  status: 'shipped' | 'delivered' | 'canceled'
  items: { itemId: string; quantity: number }[]
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
  q: string
  status: '' | OrderStatus
  paymentStatus: '' | PaymentStatus
  fulfillmentStatus: '' | FulfillmentStatus
  returnStatus: '' | ReturnStatus
}

interface Paginated<Item> {
  data: Item[]
  nextCursor: string | null
}

export const ORDERS_PATH = '/v1/orders'
export const ordersKey = (environmentId: string) => ['orders', environmentId]

export function useOrders(filters: OrderFilter) {
  const { environmentId } = useWorkspace()
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  return useInfiniteQuery({
    queryKey: [...ordersKey(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<Paginated<Order>>(`${ORDERS_PATH}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // New orders arrive at any time.
    staleTime: 0,
  })
}

export function useOrder(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...ordersKey(environmentId), 'one', id],
    queryFn: ({ signal }) => api<Order>(`${ORDERS_PATH}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

/** Newest first. */
export function useOrderSubresource<Item>(id: string, name: 'fulfillments' | 'returns' | 'timeline') {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...ordersKey(environmentId), name, id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<Paginated<Item>>(`${ORDERS_PATH}/${id}/${name}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export const useFulfillments = (id: string) => useOrderSubresource<Fulfillment>(id, 'fulfillments')
export const useTimeline = (id: string) => useOrderSubresource<OrderEvent>(id, 'timeline')

/** Refetched on every change of the form; has no side effects. */
export function usePreview<Preview>(path: string, request: object | undefined) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...ordersKey(environmentId), 'preview', path, request],
    queryFn: ({ signal }) =>
      api<Preview>(`${ORDERS_PATH}/${path}?preview=true`, { method: 'POST', body: request, environmentId, signal }),
    enabled: request !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

export const useRefundPreview = (id: string, refund: NewRefund | undefined) =>
  usePreview<RefundPreview>(`${id}/refunds`, refund)

interface MutationInput<Body> {
  body?: Body
  ifMatch?: number
}

/** Every mutation invalidates lists, subresources and timeline; after an error the screen may be stale, too. */
export function useOrderMutation<Body, Result>(path: string, method: 'POST' | 'PATCH') {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (input: MutationInput<Body>) =>
      api<Result>(path ? `${ORDERS_PATH}/${path}` : ORDERS_PATH, {
        method,
        environmentId,
        ...input,
        ...(method === 'POST' && { idempotencyKey: idempotency.keyFor(input.body) }),
      }),
    // Keep the key after a network or server error: the next attempt is then a retry.
    onError: (error) => (error instanceof ApiError && error.status < 500 ? idempotency.reset() : undefined),
    onSuccess: idempotency.reset,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ordersKey(environmentId) }),
  })
}

interface OrderChanges extends Partial<DraftContents> {
  staffNote?: string | null
  tags?: string[]
  email?: string | null
  shippingAddress?: Address | null
}

export const useUpdateOrder = (id: string) => useOrderMutation<OrderChanges, Order>(id, 'PATCH')
export const useRecordPayment = (id: string) => useOrderMutation<NewExternalPayment, Order>(`${id}/payments`, 'POST')
export const useCreateFulfillment = (id: string) =>
  useOrderMutation<NewFulfillment, Fulfillment>(`${id}/fulfillments`, 'POST')
export const useUpdateFulfillment = (id: string, fulfillmentId: string) =>
  useOrderMutation<{ status: 'delivered' | 'canceled' }, Fulfillment>(`${id}/fulfillments/${fulfillmentId}`, 'PATCH')
export const useCreateRefund = (id: string) => useOrderMutation<NewRefund, Refund>(`${id}/refunds`, 'POST')

/** Fetches on call; undefined if the order has no refunds. */
export function useFetchLatestRefund(id: string): () => Promise<Refund | undefined> {
  const { environmentId } = useWorkspace()
  return async () => (await api<Paginated<Refund>>(`${ORDERS_PATH}/${id}/refunds?limit=1`, { environmentId })).data[0]
}

export const useCancelOrder = (id: string) => useOrderMutation<NewCancellation, Order>(`${id}/cancellation`, 'POST')
export const useCapturePayment = (id: string) => useOrderMutation<{ amount?: Money }, Order>(`${id}/captures`, 'POST')

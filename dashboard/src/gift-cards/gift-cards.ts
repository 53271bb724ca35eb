import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'
import type { Money } from '../ui/money.ts'

export type GiftCardStatus = 'active' | 'deactivated' | 'expired'

export interface GiftCard {
  id: string
  last4: string
  status: GiftCardStatus
  initialAmount: Money
  balance: Money
  expiresAt: string | null
  note: string | null
  recipient: { name: string | null; email: string | null } | null
  version: number
  createdAt: string
}

export interface IssuedGiftCard extends GiftCard {
  /** Returned only once, at issuance. */
  code: string
}

export interface GiftCardInput {
  expiresAt: string | null
  note: string | null
  recipient: GiftCard['recipient']
}

export interface LedgerEntry {
  id: string
  kind: 'issued' | 'debited' | 'restored' | 'credited' | 'deactivated' | 'expired'
  amount: Money
  balanceAfter: Money
  holder: string | null
  reference: string | null
  reason: string | null
  actor: string
  createdAt: string
}

export interface GiftCardLiability {
  currency: string
  outstanding: Money
  issued: Money
  redeemed: Money
  expired: Money
  deactivated: Money
  count: number
}

export interface GiftCardFilter {
  q: string
  status: '' | GiftCardStatus
}

interface ListPage<Item> {
  data: Item[]
  nextCursor: string | null
}

const GIFT_CARDS_PATH = '/v1/gift-cards'
const giftCardsKey = (environmentId: string) => ['gift-cards', environmentId]

export function useGiftCards({ q, status }: GiftCardFilter) {
  const { environmentId } = useWorkspace()
  const filter = { ...(q && { q }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...giftCardsKey(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<ListPage<GiftCard>>(`${GIFT_CARDS_PATH}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    // Balances change with every sale.
    staleTime: 0,
  })
}

export function useGiftCard(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...giftCardsKey(environmentId), 'one', id],
    queryFn: ({ signal }) => api<GiftCard>(`${GIFT_CARDS_PATH}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

export function useLedgerEntries(id: string) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...giftCardsKey(environmentId), 'entries', id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<ListPage<LedgerEntry>>(`${GIFT_CARDS_PATH}/${id}/entries?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export function useGiftCardLiability() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...giftCardsKey(environmentId), 'liability'],
    queryFn: ({ signal }) =>
      api<{ data: GiftCardLiability[] }>(`${GIFT_CARDS_PATH}/liability`, { environmentId, signal }),
    staleTime: 0,
  })
}

interface GiftCardRequest<Body> {
  body?: Body
  ifMatch?: number
}

/** Every mutation invalidates lists, ledgers and totals; after an error the screen may be stale, too. */
function useGiftCardMutation<Body>(id: string, path: string, method: 'POST' | 'PATCH') {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: GiftCardRequest<Body>) =>
      api<GiftCard>(`${GIFT_CARDS_PATH}/${id}${path}`, { method, environmentId, ...request }),
    onSuccess: (card) => queryClient.setQueryData([...giftCardsKey(environmentId), 'one', id], card),
    onSettled: () => queryClient.invalidateQueries({ queryKey: giftCardsKey(environmentId) }),
  })
}

export const useUpdateGiftCard = (id: string) => useGiftCardMutation<Partial<GiftCardInput>>(id, '', 'PATCH')
export const useDeactivateGiftCard = (id: string) => useGiftCardMutation<never>(id, '/deactivation', 'POST')
export const useCreditGiftCard = (id: string) =>
  useGiftCardMutation<{ amount: Money; reason: string }>(id, '/credits', 'POST')

export function useIssueGiftCard() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: GiftCardInput & { amount: Money }) =>
      api<IssuedGiftCard>(GIFT_CARDS_PATH, { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: giftCardsKey(environmentId) }),
    // The response contains the code: drop it from memory when the dialog closes.
    gcTime: 0,
  })
}

/** Sends the code in the body, never in the URL: URLs end up in logs. */
export function useFindGiftCardByCode() {
  const { environmentId } = useWorkspace()
  return useMutation({
    mutationFn: (code: string) =>
      api<{ id: string | null }>(`${GIFT_CARDS_PATH}/check`, { method: 'POST', body: { code }, environmentId }),
    gcTime: 0,
  })
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Money } from '../parts/money.ts'

export type CardStatus = 'active' | 'deactivated' | 'expired'

export interface GiftCard {
  id: string
  last4: string
  status: CardStatus
  initialAmount: Money
  balance: Money
  expiresAt: string | null
  note: string | null
  recipient: { name: string | null; email: string | null } | null
  version: number
  createdAt: string
}

export interface IssuedGiftCard extends GiftCard {
  /** Shown now and never again. */
  code: string
}

export interface CardDetails {
  expiresAt: string | null
  note: string | null
  recipient: GiftCard['recipient']
}

export interface Entry {
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

export interface Liability {
  currency: string
  outstanding: Money
  issued: Money
  redeemed: Money
  expired: Money
  deactivated: Money
  count: number
}

export interface CardFilter {
  q: string
  status: '' | CardStatus
}

interface PageOf<Thing> {
  data: Thing[]
  nextCursor: string | null
}

const CARDS = '/v1/gift-cards'
const cardsOf = (environmentId: string) => ['gift-cards', environmentId]

export function useGiftCards({ q, status }: CardFilter) {
  const { environmentId } = useDesk()
  const filter = { ...(q && { q }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...cardsOf(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<GiftCard>>(`${CARDS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // Balances move by themselves, with every sale.
    staleTime: 0,
  })
}

export function useGiftCard(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...cardsOf(environmentId), 'one', id],
    queryFn: ({ signal }) => api<GiftCard>(`${CARDS}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

export function useEntries(id: string) {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...cardsOf(environmentId), 'entries', id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<Entry>>(`${CARDS}/${id}/entries?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export function useLiability() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...cardsOf(environmentId), 'liability'],
    queryFn: ({ signal }) => api<{ data: Liability[] }>(`${CARDS}/liability`, { environmentId, signal }),
    staleTime: 0,
  })
}

interface Deed<Wanted> {
  body?: Wanted
  ifMatch?: number
}

/** Whatever is done to a card changes lists, ledgers and sums; after a refusal what is on the screen may be old. */
function useDeed<Wanted>(id: string, path: string, method: 'POST' | 'PATCH') {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (deed: Deed<Wanted>) => api<GiftCard>(`${CARDS}/${id}${path}`, { method, environmentId, ...deed }),
    onSuccess: (card) => queryClient.setQueryData([...cardsOf(environmentId), 'one', id], card),
    onSettled: () => queryClient.invalidateQueries({ queryKey: cardsOf(environmentId) }),
  })
}

export const useChangeGiftCard = (id: string) => useDeed<Partial<CardDetails>>(id, '', 'PATCH')
export const useDeactivateGiftCard = (id: string) => useDeed<never>(id, '/deactivation', 'POST')
export const useCreditGiftCard = (id: string) => useDeed<{ amount: Money; reason: string }>(id, '/credits', 'POST')

export function useIssueGiftCard() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CardDetails & { amount: Money }) =>
      api<IssuedGiftCard>(CARDS, { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: cardsOf(environmentId) }),
    // The answer holds the code: it is gone with the dialog.
    gcTime: 0,
  })
}

/** By its body, never by an address: addresses are written down on their way. */
export function useFindByCode() {
  const { environmentId } = useDesk()
  return useMutation({
    mutationFn: (code: string) =>
      api<{ id: string | null }>(`${CARDS}/check`, { method: 'POST', body: { code }, environmentId }),
    gcTime: 0,
  })
}

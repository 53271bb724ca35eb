import { useQueries } from '@tanstack/react-query'
import { api, type ListItem, type RequestBody, type ResponseBody } from '../api.ts'
import { useApiScope, usePreview, useRead, useReadList, useWrite } from '../resource.ts'
import { useWorkspace } from '../session.ts'

/** `version` is 0 until the program is saved for the first time. */
export type Program = ResponseBody<'/v1/loyalty/program'>
export type ProgramInput = RequestBody<'/v1/loyalty/program', 'put'>
export type PointRate = Program['earning'][number]
export type ProductRule = Program['productRules'][number]
export type Tier = Program['tiers'][number]
export type Reward = Program['rewards'][number]
export type EarningAction = Program['actions'][number]
export type ReferralSettings = Program['referral']
export type Member = ListItem<'/v1/loyalty/accounts'>
export type LedgerEntry = ListItem<'/v1/ledger'>
export type PointsPreview = ResponseBody<'/v1/loyalty/preview', 'post'>

/** Points change with every sale. */
const LIVE = { staleTime: 0 }

export const useProgram = () => useRead('/v1/loyalty/program')

export const useUpdateProgram = (version: number) => useWrite('put', '/v1/loyalty/program', {}, { version })

export const useMembers = (query: { q?: string; tier?: string; sort?: 'balance' }) =>
  useReadList('/v1/loyalty/accounts', { query: { limit: 50, ...query } }, LIVE)

export const usePointsEntries = (query: { customerId?: string; kind?: LedgerEntry['kind'] }) =>
  useReadList('/v1/ledger', { query: { limit: 50, accountType: 'points', ...query } }, LIVE)

interface PreviewItem {
  variantId: string
  quantity: number
}

export const usePointsPreview = (items: PreviewItem[], customerId: string | undefined) =>
  usePreview(
    '/v1/loyalty/preview',
    { body: { items, ...(customerId && { customerId }) } },
    { enabled: items.length > 0, keepPrevious: true, staleTime: 0, retry: false },
  )

/** At most this many customers are read by one request. */
const NAMES_PER_REQUEST = 50

/** The members with these customer IDs; erased and merged customers are missing. */
export function useMembersById(ids: string[]): ReadonlyMap<string, Member> {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const unique = [...new Set(ids)]
  const chunks = Array.from({ length: Math.ceil(unique.length / NAMES_PER_REQUEST) }, (_, index) =>
    unique.slice(index * NAMES_PER_REQUEST, (index + 1) * NAMES_PER_REQUEST),
  )
  const results = useQueries({
    queries: chunks.map((customerIds) => ({
      queryKey: [...scope('/v1/loyalty/accounts').queryKey, 'names', customerIds],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get('/v1/loyalty/accounts', { query: { customerIds, limit: NAMES_PER_REQUEST }, environmentId, signal }),
    })),
  })
  return new Map(results.flatMap(({ data }) => data?.data.map((member) => [member.customerId, member] as const) ?? []))
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ApiError, api } from '../api.ts'

export const POLICY_KINDS = ['refund', 'shipping', 'privacy', 'terms', 'cookies', 'legal-notice'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

export interface ReturnTerms {
  windowDays: number
  kinds: ('refund' | 'exchange' | 'store_credit')[]
  returnShipping: 'customer' | 'merchant' | 'free'
  restockingFeePercent: number
  exclusions: string[]
}

export interface PolicyText {
  title: string
  body: string
  returnTerms: ReturnTerms | null
}

export interface Policy extends PolicyText {
  kind: PolicyKind
  html: string
  version: number
  updatedAt: string
}

export interface PolicyVersion extends PolicyText {
  id: string
  version: number
  createdAt: string
}

interface VersionsPage {
  data: PolicyVersion[]
  nextCursor: string | null
}

const policiesOf = (environmentId: string) => ['policies', environmentId]
const versionsOf = (environmentId: string, kind: PolicyKind) => ['policy-versions', environmentId, kind]

/** Only what is published; of the rest there is at most a history. */
export function usePolicies() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: policiesOf(environmentId),
    queryFn: async ({ signal }) => (await api<{ data: Policy[] }>('/v1/policies', { environmentId, signal })).data,
  })
}

export function usePolicyVersions(kind: PolicyKind) {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: versionsOf(environmentId, kind),
    queryFn: async ({ pageParam, signal }): Promise<VersionsPage> => {
      const query = new URLSearchParams(pageParam ? { cursor: pageParam } : {})
      try {
        return await api<VersionsPage>(`/v1/policies/${kind}/versions?${query}`, { environmentId, signal })
      } catch (error) {
        // Nobody has ever written one.
        if (error instanceof ApiError && error.status === 404) return { data: [], nextCursor: null }
        throw error
      }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

interface Publication {
  text: PolicyText
  /** 0: there was none. */
  version: number
}

/** Also a refusal makes the page look again: it may be that somebody else was faster. */
export function usePublishPolicy(kind: PolicyKind) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ text, version }: Publication) =>
      api<Policy>(`/v1/policies/${kind}`, {
        method: 'PUT',
        body: text,
        environmentId,
        ...(version > 0 && { ifMatch: version }),
      }),
    onSuccess: (saved) =>
      queryClient.setQueryData<Policy[]>(policiesOf(environmentId), (known = []) => [
        ...known.filter((policy) => policy.kind !== kind),
        saved,
      ]),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: policiesOf(environmentId) }),
        queryClient.invalidateQueries({ queryKey: versionsOf(environmentId, kind) }),
      ]),
  })
}

export function useUnpublishPolicy(kind: PolicyKind) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (version: number) =>
      api<void>(`/v1/policies/${kind}`, { method: 'DELETE', environmentId, ifMatch: version }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: policiesOf(environmentId) }),
  })
}

/** The server's own HTML of a text that is not published: what visitors would see, and no other renderer's idea of it. */
export function usePolicyPreview(body: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: ['policy-preview', environmentId, body],
    queryFn: ({ signal }) =>
      api<{ html: string }>('/v1/policies/preview', { method: 'POST', body: { body }, environmentId, signal }),
    enabled: body.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'

export const POLICY_KINDS = ['refund', 'shipping', 'privacy', 'terms', 'cookies', 'legal-notice'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

export interface ReturnTerms {
  windowDays: number
  kinds: ('refund' | 'exchange' | 'store_credit')[]
  returnShipping: 'customer' | 'merchant' | 'free'
  restockingFeePercent: number
  exclusions: string[]
}

export interface PolicyInput {
  title: string
  body: string
  returnTerms: ReturnTerms | null
}

export interface Policy extends PolicyInput {
  kind: PolicyKind
  html: string
  version: number
  updatedAt: string
}

export interface PolicyVersion extends PolicyInput {
  id: string
  version: number
  createdAt: string
}

interface VersionsPage {
  data: PolicyVersion[]
  nextCursor: string | null
}

const policiesKey = (environmentId: string) => ['policies', environmentId]
const versionsKey = (environmentId: string, kind: PolicyKind) => ['policy-versions', environmentId, kind]

/** Published policies only; the others have at most a history. */
export function usePolicies() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: policiesKey(environmentId),
    queryFn: async ({ signal }) => (await api<{ data: Policy[] }>('/v1/policies', { environmentId, signal })).data,
  })
}

export function usePolicyVersions(kind: PolicyKind) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: versionsKey(environmentId, kind),
    queryFn: async ({ pageParam, signal }): Promise<VersionsPage> => {
      const query = new URLSearchParams(pageParam ? { cursor: pageParam } : {})
      try {
        return await api<VersionsPage>(`/v1/policies/${kind}/versions?${query}`, { environmentId, signal })
      } catch (error) {
        // No version was ever published.
        if (error instanceof ApiError && error.status === 404) return { data: [], nextCursor: null }
        throw error
      }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

interface PublishRequest {
  text: PolicyInput
  /** 0 if none exists yet. */
  version: number
}

/** Invalidates after an error, too: someone else may have published a newer version. */
export function usePublishPolicy(kind: PolicyKind) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ text, version }: PublishRequest) =>
      api<Policy>(`/v1/policies/${kind}`, {
        method: 'PUT',
        body: text,
        environmentId,
        ...(version > 0 && { ifMatch: version }),
      }),
    onSuccess: (saved) =>
      queryClient.setQueryData<Policy[]>(policiesKey(environmentId), (cached = []) => [
        ...cached.filter((policy) => policy.kind !== kind),
        saved,
      ]),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: policiesKey(environmentId) }),
        queryClient.invalidateQueries({ queryKey: versionsKey(environmentId, kind) }),
      ]),
  })
}

export function useUnpublishPolicy(kind: PolicyKind) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (version: number) =>
      api<void>(`/v1/policies/${kind}`, { method: 'DELETE', environmentId, ifMatch: version }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: policiesKey(environmentId) }),
  })
}

/** Rendered by the server: exactly what visitors would see. */
export function usePolicyPreview(body: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: ['policy-preview', environmentId, body],
    queryFn: ({ signal }) =>
      api<{ html: string }>('/v1/policies/preview', { method: 'POST', body: { body }, environmentId, signal }),
    enabled: body.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

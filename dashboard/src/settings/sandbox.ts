import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'

export interface Sandbox {
  environmentId: string
  /** `failed`: the last reset has given up and left everything as it was. */
  state: 'ready' | 'resetting' | 'failed'
}

const REFRESH_MS = 2000

/** Asked only once a reset was begun here, until it is over. */
export function useSandboxState(isWatched: boolean) {
  const { id } = useDesk().workspace
  return useQuery({
    queryKey: ['sandbox', id],
    queryFn: ({ signal }) => api<Sandbox>(`/workspaces/${id}/sandbox`, { signal }),
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.state === 'resetting' ? REFRESH_MS : false),
  })
}

export function useResetSandbox() {
  const { id } = useDesk().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api<Sandbox>(`/workspaces/${id}/sandbox/reset`, { method: 'POST' }),
    onSuccess: (sandbox) => queryClient.setQueryData(['sandbox', id], sandbox),
  })
}

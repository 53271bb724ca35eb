import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ME, type OwnWorkspace } from '../access/me.ts'
import { api } from '../api.ts'

export function useOpenWorkspace(onOpened: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api<OwnWorkspace>('/workspaces', { method: 'POST', body: { name } }),
    onSuccess: async ({ id }) => {
      // Before it is switched to: what one is not yet known to belong to can't be shown.
      await queryClient.invalidateQueries({ queryKey: ME })
      onOpened(id)
    },
  })
}

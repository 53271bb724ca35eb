import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'

export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (scope: 'here' | 'everywhere') =>
      api.post(scope === 'here' ? '/auth/sign-out' : '/auth/sign-out-everywhere', {}),
    onSuccess: async () => {
      // The user has already been asked about unsaved changes.
      await navigate({ to: '/sign-in', ignoreBlocker: true })
      queryClient.clear()
    },
  })
}

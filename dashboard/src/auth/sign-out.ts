import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { endSession } from '../session-renewal.ts'
import { clearRecentItems } from '../ui/recent-items.ts'

export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useAction({
    mutationFn: (scope: 'here' | 'everywhere') =>
      api.post(scope === 'here' ? '/auth/sign-out' : '/auth/sign-out-everywhere', {}),
    onSuccess: async () => {
      endSession()
      clearRecentItems()
      // The user has already been asked about unsaved changes.
      await navigate({ to: '/sign-in', ignoreBlocker: true })
      queryClient.clear()
    },
  })
}

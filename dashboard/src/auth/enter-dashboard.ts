import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Into the dashboard, with nothing left of whoever was signed in before. */
export function useEnterDashboard() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (next = '/') => {
    queryClient.clear()
    router.history.replace(next)
  }
}

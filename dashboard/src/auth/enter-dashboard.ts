import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Enters the dashboard and drops all cached data of the previous user. */
export function useEnterDashboard() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (next = '/') => {
    queryClient.clear()
    router.history.replace(next)
  }
}

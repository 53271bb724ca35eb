import { useQuery } from '@tanstack/react-query'
import { ApiError, send } from '../../api.ts'
import { useApiScope } from '../../resource.ts'

export interface Macro {
  id: string
  name: string
  body: string
}

interface MacroPreview {
  body: string
  missing: string[]
}

/** Canned replies. */
export function useMacros(isEnabled: boolean) {
  const { url, environmentId, queryKey } = useApiScope()('/v1/macros')
  return useQuery({
    queryKey: [...queryKey, 'all'],
    queryFn: async ({ signal }): Promise<Macro[]> => {
      try {
        return (await send<{ data: Macro[] }>(`${url}?limit=100`, { environmentId, signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      }
    },
    enabled: isEnabled,
    staleTime: 60_000,
  })
}

/** Fills in the macro for the ticket, and does what else it says, such as adding a tag. */
export function useApplyMacro(ticketId: string) {
  const scope = useApiScope()
  return async (macroId: string): Promise<MacroPreview> => {
    const { url, environmentId } = scope('/v1/tickets/{id}/macros/{macroId}', { id: ticketId, macroId })
    const preview = await send<MacroPreview>(`${url}/preview`, { method: 'POST', environmentId })
    await send(`${url}/apply`, { method: 'POST', environmentId })
    return preview
  }
}

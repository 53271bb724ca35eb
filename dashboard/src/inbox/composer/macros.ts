import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useAction } from '../../mutation.ts'
import { resource, useApiScope } from '../../resource.ts'
import { useWorkspace } from '../../session.ts'

/** Saved replies. */
export const macros = resource('/v1/macros', { staleTime: 60_000 })

/** Fills in the macro for the ticket, and does what else it says, such as adding a tag. */
export function useApplyMacro(ticketId: string) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  const { queryKey } = useApiScope()('/v1/tickets')
  return useAction({
    mutationFn: (macroId: string) =>
      api.post('/v1/tickets/{id}/macros/{macroId}/apply', { params: { id: ticketId, macroId }, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

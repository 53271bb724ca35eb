import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ApiError, api, type RequestBody, type ResponseBody } from '../api.ts'
import { useAction } from '../mutation.ts'
import { useApiScope, useIdempotencyKey } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type NewTicketAction = RequestBody<'/v1/tickets/{id}/actions', 'post'>
export type TicketAction = ResponseBody<'/v1/tickets/{id}/actions', 'post'>

/** The ticket that a dialog acts for: what it does is then recorded there, too. */
export const ActionTicketContext = createContext<string | undefined>(undefined)

export const useActionTicket = () => use(ActionTicketContext)

/** What an action may change on screen. */
const CHANGED = ['/v1/tickets', '/v1/orders', '/v1/customers', '/v1/loyalty/balance'] as const

/** Performs an action of a ticket, and reads what it created. */
export function useTicketAction<Body, Result = TicketAction>(
  ticketId: string | undefined,
  toAction: (body: Body) => NewTicketAction,
  toResult: (action: TicketAction) => Promise<Result> | Result,
) {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useAction<Result, Body>({
    mutationFn: async (input) => {
      const body = toAction(input)
      const params = { id: ticketId ?? '' }
      const idempotencyKey = idempotency.keyFor({ params, body })
      return toResult(await api.post('/v1/tickets/{id}/actions', { params, body, environmentId, idempotencyKey }))
    },
    onError: (error) => (error instanceof ApiError && error.status < 500 ? idempotency.reset() : undefined),
    onSuccess: () => idempotency.reset(),
    onSettled: () =>
      Promise.all(CHANGED.map((path) => queryClient.invalidateQueries({ queryKey: scope(path).queryKey }))),
  })
}

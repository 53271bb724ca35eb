import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type ListItem } from '../api.ts'
import { useApiScope } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type TicketSla = ListItem<'/v1/ticket-slas'>

const NONE: ReadonlyMap<string, TicketSla> = new Map()
const MAX_IDS = 100

/** The targets of each ticket that has any. */
export function useTicketSlas(ticketIds: string[]): ReadonlyMap<string, TicketSla> {
  const { environmentId } = useWorkspace()
  const { queryKey } = useApiScope()('/v1/ticket-slas')
  const ids = ticketIds.slice(0, MAX_IDS)
  const { data = NONE } = useQuery<ReadonlyMap<string, TicketSla>>({
    queryKey: [...queryKey, ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/v1/ticket-slas', { query: { ticketIds: ids.join(',') }, environmentId, signal })
      return new Map(data.map((sla) => [sla.ticketId, sla]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  return data
}

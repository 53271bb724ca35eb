import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, send, toUrl } from '../api.ts'
import { useApiScope } from '../resource.ts'
import type { TicketSla } from './sla-chip.tsx'

const NONE: ReadonlyMap<string, TicketSla> = new Map()
const MAX_IDS = 100

/** The next target of each ticket that has one. */
export function useTicketSlas(ticketIds: string[]): ReadonlyMap<string, TicketSla> {
  const { url, environmentId, queryKey } = useApiScope()('/v1/ticket-slas')
  const ids = ticketIds.slice(0, MAX_IDS)
  const { data = NONE } = useQuery<ReadonlyMap<string, TicketSla>>({
    queryKey: [...queryKey, ids],
    queryFn: async ({ signal }) => {
      try {
        const { data } = await send<{ data: TicketSla[] }>(toUrl(url, {}, { ticketIds: ids.join(',') }), {
          environmentId,
          signal,
        })
        return new Map(data.map((sla) => [sla.ticketId, sla]))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return NONE
        throw error
      }
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  })
  return data
}

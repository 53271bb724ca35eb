import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import { stockOf } from './stock.ts'

export interface Location {
  id: string
  name: string
  position: number
  active: boolean
}

const LOCATIONS = '/v1/inventory/locations'

export function useLocations() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...stockOf(environmentId), 'locations'],
    queryFn: async ({ signal }) => (await api<{ data: Location[] }>(LOCATIONS, { environmentId, signal })).data,
  })
}

/** Names of locations stand in every list of stock. */
function useLocationChange<Input>(change: (environmentId: string, input: Input) => Promise<unknown>) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: stockOf(environmentId) }),
  })
}

export const useAddLocation = () =>
  useLocationChange((environmentId, name: string) =>
    api<Location>(LOCATIONS, { method: 'POST', body: { name }, environmentId }),
  )

export const useChangeLocation = (id: string) =>
  useLocationChange((environmentId, body: Partial<Pick<Location, 'name' | 'active'>>) =>
    api<Location>(`${LOCATIONS}/${id}`, { method: 'PATCH', body, environmentId }),
  )

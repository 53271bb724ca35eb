import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'
import { inventoryKey } from './inventory.ts'

export interface InventoryLocation {
  id: string
  name: string
  position: number
  active: boolean
}

const LOCATIONS_PATH = '/v1/inventory/locations'

export function useLocations() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...inventoryKey(environmentId), 'locations'],
    queryFn: async ({ signal }) =>
      (await api<{ data: InventoryLocation[] }>(LOCATIONS_PATH, { environmentId, signal })).data,
  })
}

/** Invalidates inventory as well: every stock list shows location names. */
function useLocationMutation<Input>(change: (environmentId: string, input: Input) => Promise<unknown>) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey(environmentId) }),
  })
}

export const useCreateLocation = () =>
  useLocationMutation((environmentId, name: string) =>
    api<InventoryLocation>(LOCATIONS_PATH, { method: 'POST', body: { name }, environmentId }),
  )

export const useUpdateLocation = (id: string) =>
  useLocationMutation((environmentId, body: Partial<Pick<InventoryLocation, 'name' | 'active'>>) =>
    api<InventoryLocation>(`${LOCATIONS_PATH}/${id}`, { method: 'PATCH', body, environmentId }),
  )

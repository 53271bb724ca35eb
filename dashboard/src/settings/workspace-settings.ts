import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ME, type Mode } from '../access/me.ts'
import { api } from '../api.ts'

export interface WorkspaceSettings {
  id: string
  name: string
  mode: Mode
  environmentId: string
  currency: string
  timeZone: string
  uniqueSkus: boolean
  /** Null: no limit. */
  maxQuantityPerOrder: number | null
  reservationMinutes: number
  createdAt: string
}

export type SettingsChanges = Pick<
  WorkspaceSettings,
  'name' | 'currency' | 'timeZone' | 'uniqueSkus' | 'maxQuantityPerOrder' | 'reservationMinutes'
>

const settingsOf = (environmentId: string) => ['workspace-settings', environmentId]

export function useWorkspaceSettings() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: settingsOf(environmentId),
    queryFn: ({ signal }) => api<WorkspaceSettings>('/v1/workspace', { environmentId, signal }),
  })
}

export function useChangeSettings() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<SettingsChanges>) =>
      api<WorkspaceSettings>('/v1/workspace', { method: 'PATCH', body, environmentId }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsOf(environmentId), saved)
      // The header shows the name.
      await queryClient.invalidateQueries({ queryKey: ME })
    },
  })
}

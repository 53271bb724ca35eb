import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ME_KEY, type Mode } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'

export interface WorkspaceSettings {
  id: string
  name: string
  mode: Mode
  environmentId: string
  currency: string
  timeZone: string
  uniqueSkus: boolean
  /** Null means no limit. */
  maxQuantityPerOrder: number | null
  reservationMinutes: number
  createdAt: string
}

export type WorkspaceSettingsInput = Pick<
  WorkspaceSettings,
  'name' | 'currency' | 'timeZone' | 'uniqueSkus' | 'maxQuantityPerOrder' | 'reservationMinutes'
>

const settingsKey = (environmentId: string) => ['workspace-settings', environmentId]

export function useWorkspaceSettings() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: settingsKey(environmentId),
    queryFn: ({ signal }) => api<WorkspaceSettings>('/v1/workspace', { environmentId, signal }),
  })
}

export function useUpdateWorkspaceSettings() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<WorkspaceSettingsInput>) =>
      api<WorkspaceSettings>('/v1/workspace', { method: 'PATCH', body, environmentId }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsKey(environmentId), saved)
      // The header shows the workspace name.
      await queryClient.invalidateQueries({ queryKey: ME_KEY })
    },
  })
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListItem, type RequestBody, type ResponseBody, send, toUrl } from '../api.ts'
import { resource, useApiScope, useReadList, useWrite } from '../resource.ts'

export type InventoryLevel = ListItem<'/v1/inventory'>
export type LevelChange = RequestBody<'/v1/inventory/adjustments', 'post'>['changes'][number]
export type AdjustmentReason = RequestBody<'/v1/inventory/adjustments', 'post'>['reason']
export type Movement = ListItem<'/v1/inventory/movements'>
type AuditPart = ResponseBody<'/v1/inventory/audit'>
export type InventoryAudit = Pick<AuditPart, 'checkedLevels' | 'driftCount' | 'drift' | 'nextCursor'>

/** Stock changes with every sale. */
export const inventoryLevels = resource('/v1/inventory', { staleTime: 0 })

export const useMovements = (variantId: string) =>
  useReadList('/v1/inventory/movements', { query: { limit: 50, variantId } })

export const useAdjustInventory = () =>
  useWrite('post', '/v1/inventory/adjustments', {}, { alsoChanges: ['/v1/inventory'] })

/** Runs on demand, part by part: a large shop takes many requests. `checkedLevels` grows meanwhile. */
export function useInventoryAudit() {
  const { url, environmentId, queryKey } = useApiScope()('/v1/inventory/audit')
  const [checkedLevels, setCheckedLevels] = useState(0)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<InventoryAudit> => {
      let audit: InventoryAudit = { checkedLevels: 0, driftCount: 0, drift: [], nextCursor: '' }
      while (audit.nextCursor !== null) {
        const part: AuditPart = await send(toUrl(url, {}, { cursor: audit.nextCursor }), { environmentId, signal })
        audit = {
          checkedLevels: audit.checkedLevels + part.checkedLevels,
          driftCount: audit.driftCount + part.driftCount,
          drift: [...audit.drift, ...part.drift],
          nextCursor: part.nextCursor,
        }
        setCheckedLevels(audit.checkedLevels)
      }
      return audit
    },
    staleTime: 0,
    gcTime: 0,
  })
  return { ...query, checkedLevels }
}

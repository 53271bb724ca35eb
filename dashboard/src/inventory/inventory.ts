import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { resource, useRead, useReadList, useWrite } from '../resource.ts'

export type InventoryLevel = ListItem<'/v1/inventory'>
export type LevelChange = RequestBody<'/v1/inventory/adjustments', 'post'>['changes'][number]
export type AdjustmentReason = RequestBody<'/v1/inventory/adjustments', 'post'>['reason']
export type Movement = ListItem<'/v1/inventory/movements'>
export type InventoryAudit = ResponseBody<'/v1/inventory/audit'>

/** Stock changes with every sale. */
export const inventoryLevels = resource('/v1/inventory', { staleTime: 0 })

export const useMovements = (variantId: string) =>
  useReadList('/v1/inventory/movements', { query: { limit: 50, variantId } })

export const useAdjustInventory = () =>
  useWrite('post', '/v1/inventory/adjustments', {}, { alsoChanges: ['/v1/inventory'] })

/** Runs on demand: it sums every movement ever recorded. */
export const useInventoryAudit = () => useRead('/v1/inventory/audit', {}, { staleTime: 0, gcTime: 0 })

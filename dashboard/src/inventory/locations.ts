import type { ListItem } from '../api.ts'
import { resource } from '../resource.ts'

export type InventoryLocation = ListItem<'/v1/inventory/locations'>

/** Every stock list shows location names. */
export const locations = resource('/v1/inventory/locations', { alsoChanges: ['/v1/inventory'] })

export const useLocations = () => locations.useList()

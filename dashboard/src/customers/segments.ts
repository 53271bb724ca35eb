import type { ListItem } from '../api.ts'
import { resource } from '../resource.ts'

export type Segment = ListItem<'/v1/segments'>

/** Members join and leave with every sale. */
export const segments = resource('/v1/segments', { staleTime: 0 })

/** Names by ID; undefined until they are loaded. */
export function useSegmentNames(): Record<string, string> | undefined {
  const { data } = segments.useAll()
  return data && Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

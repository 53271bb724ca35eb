import findMyWay from 'find-my-way'
import type { Access } from './routes.ts'

/** Length of a decoded path segment; percent-encoded it may be longer. */
export const MAX_SEGMENT_LENGTH = 500

/** The methods of a path and their access. Responds with 405, and to CORS preflights, where no route matched. */
export interface PathTable {
  add(methods: string[], path: string, access: Access): void
  find(url: string): ReadonlyMap<string, Access> | undefined
}

export function createPathTable(): PathTable {
  const router = findMyWay({ maxParamLength: MAX_SEGMENT_LENGTH })
  const byPath = new Map<string, Map<string, Access>>()
  return {
    add(methods, path, access) {
      let accessByMethod = byPath.get(path)
      if (!accessByMethod) {
        accessByMethod = new Map()
        byPath.set(path, accessByMethod)
        router.on('GET', path, () => {}, accessByMethod)
      }
      for (const method of methods) accessByMethod.set(method, access)
    },
    find(url) {
      const path = url.split('?', 1)[0] ?? url
      return router.find('GET', path)?.store as Map<string, Access> | undefined
    },
  }
}

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
  const byPath = new Map<string, Map<string, Access>>()
  let router: ReturnType<typeof findMyWay> | undefined
  return {
    add(methods, path, access) {
      const accessByMethod = byPath.get(path) ?? new Map<string, Access>()
      byPath.set(path, accessByMethod)
      for (const method of methods) accessByMethod.set(method, access)
    },
    find(url) {
      // Not at the start: that would take a fifth longer, and most servers never see a path without a route.
      router ??= createRouter(byPath)
      const path = url.split('?', 1)[0] ?? url
      return router.find('GET', path)?.store as Map<string, Access> | undefined
    },
  }
}

function createRouter(byPath: Map<string, Map<string, Access>>) {
  const router = findMyWay({ maxParamLength: MAX_SEGMENT_LENGTH })
  for (const [path, accessByMethod] of byPath) router.on('GET', path, () => {}, accessByMethod)
  return router
}

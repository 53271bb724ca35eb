import findMyWay from 'find-my-way'
import type { Access } from './routes.ts'

/** Which methods a path has, and who may call each. Answers 405 and CORS preflights, where no route matched. */
export interface PathTable {
  add(methods: string[], path: string, access: Access): void
  find(url: string): ReadonlyMap<string, Access> | undefined
}

export function createPathTable(): PathTable {
  const router = findMyWay({ maxParamLength: 500 })
  const byPath = new Map<string, Map<string, Access>>()
  return {
    add(methods, path, access) {
      let known = byPath.get(path)
      if (!known) {
        known = new Map()
        byPath.set(path, known)
        router.on('GET', path, () => {}, known)
      }
      for (const method of methods) known.set(method, access)
    },
    find(url) {
      const path = url.split('?', 1)[0] ?? url
      return router.find('GET', path)?.store as Map<string, Access> | undefined
    },
  }
}

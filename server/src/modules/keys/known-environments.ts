import type { Environment } from '../../ctx.ts'

/** Only those that exist are remembered, two a workspace: nobody fills this from outside. */
const MAX_ENVIRONMENTS = 100_000

type Found = Promise<Environment | undefined>

/** Whose an identifier is never changes, so it is asked once, also when a thousand want to know at the same moment. */
export function rememberEnvironments(ask: (id: string) => Found) {
  const known = new Map<string, Found>()
  return {
    async find(id: string): Found {
      const name = id.toLowerCase()
      const found = known.get(name) ?? ask(name)
      if (known.size < MAX_ENVIRONMENTS) known.set(name, found)
      const environment = await found.catch((error: unknown) => {
        known.delete(name)
        throw error
      })
      if (!environment) known.delete(name)
      return environment
    },
  }
}

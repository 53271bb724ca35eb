import type { Environment } from '../../ctx.ts'

/** Only those that exist are remembered, two a workspace: nobody fills this from outside. */
const MAX_ENVIRONMENTS = 100_000

type Found = Promise<Environment | undefined>

/** Whose an identifier is never changes, so it is asked once, also when a thousand want to know at the same moment. */
export function rememberEnvironments(ask: (id: string) => Found) {
  const known = new Map<string, Environment>()
  const asking = new Map<string, Found>()

  function askAndRemember(name: string): Found {
    const found = ask(name)
      .then((environment) => {
        if (environment && known.size < MAX_ENVIRONMENTS) known.set(name, environment)
        return environment
      })
      .finally(() => asking.delete(name))
    asking.set(name, found)
    return found
  }

  return {
    find(id: string): Environment | Found {
      const name = id.toLowerCase()
      return known.get(name) ?? asking.get(name) ?? askAndRemember(name)
    },
  }
}

import { type Resources, routes } from './generated/resources.ts'
import { eachItem, type Page } from './pages.ts'
import type { UntypedOptions } from './transport.ts'

export type UntypedCall = (method: string, path: string, options: UntypedOptions) => Promise<unknown>

interface Tree {
  [name: string]: Tree | ((...input: unknown[]) => Promise<unknown>)
}

/**
 * Adds `carts`, `orders` and all other resources to the client, with `extras` by their names. Builds each one when it is
 * first used, because most programs use few of them.
 */
export function withResources<Client extends object>(
  client: Client,
  call: UntypedCall,
  extras: Record<string, object> = {},
): Client & Resources {
  for (const id of Object.keys(routes)) {
    const [name = ''] = id.split('.')
    if (name in client) continue
    Object.defineProperty(client, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = { ...buildResource(`${name}.`, call), ...extras[name] }
        Object.defineProperty(client, name, { value, enumerable: true })
        return value
      },
    })
  }
  return client as Client & Resources
}

function buildResource(prefix: string, call: UntypedCall): Tree {
  const resource: Tree = {}
  for (const [id, route] of Object.entries(routes)) {
    if (!id.startsWith(prefix)) continue
    const names = id.slice(prefix.length).split('.')
    const method = names.pop() ?? ''
    let parent = resource
    for (const name of names) {
      parent[name] ??= {}
      parent = parent[name] as Tree
    }
    parent[method] = methodOf(route, call)
  }
  return resource
}

function methodOf(route: string, call: UntypedCall) {
  const [method = '', path = '', ...traits] = route.split(' ')
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const inputName = traits.find((trait) => trait !== 'list')
  return (...input: unknown[]): Promise<unknown> => {
    const params = Object.fromEntries(names.map((name, index) => [name, input[index]]))
    const rest = input.slice(names.length)
    const options: UntypedOptions = {
      params,
      ...(inputName && { [inputName]: rest.shift() }),
      ...(rest[0] as UntypedOptions | undefined),
    }
    return traits.includes('list') ? listOf(method, path, options, call) : call(method, path, options)
  }
}

function listOf(method: string, path: string, options: UntypedOptions, call: UntypedCall) {
  const getPage = (query: UntypedOptions['query']) =>
    call(method, path, { ...options, query }) as Promise<Page<unknown>>
  const first = getPage(options.query)
  const iterate = () => eachItem((cursor) => (cursor === undefined ? first : getPage({ ...options.query, cursor })))
  return Object.assign(first, { [Symbol.asyncIterator]: iterate })
}

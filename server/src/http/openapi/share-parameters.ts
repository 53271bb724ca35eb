import { type Parameter, refTo } from './common-components.ts'
import type { Operation } from './operation.ts'

/**
 * Parameters that several operations have become components, named after themselves (`If-Match` is `IfMatch`) or, in
 * paths, after their schema (`id` is `OrderId`). Returns the components.
 */
export function shareParameters(operations: Operation[]): Record<string, Parameter> {
  const uses = new Map<string, { parameter: Parameter; count: number }>()
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if ('$ref' in parameter) continue
    const text = JSON.stringify(parameter)
    uses.set(text, { parameter, count: (uses.get(text)?.count ?? 0) + 1 })
  }
  const names = new Map<string, string>()
  const components: Record<string, Parameter> = {}
  // Of several parameters with the same name, the one with the most uses gets it.
  for (const [text, { parameter, count }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
    const name = nameOf(parameter)
    if (count < 2 || name in components) continue
    names.set(text, name)
    components[name] = parameter
  }
  for (const operation of operations) {
    operation.parameters &&= operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter))
      return name === undefined ? parameter : refTo('parameters', name)
    })
  }
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function nameOf(parameter: Parameter): string {
  const schemaName =
    parameter.in === 'path'
      ? String(parameter.schema.$ref ?? '')
          .split('/')
          .at(-1)
      : ''
  return schemaName || parameter.name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

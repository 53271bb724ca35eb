interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
}

interface Parameter {
  $ref?: string
  in: string
  name: string
  required?: boolean
}

interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Route extends Operation {
  parameters: Parameter[]
  method: string
  path: string
}

/** Resources by name, methods by name. */
interface Tree {
  [name: string]: Tree | Route
}

/** The client's own methods; a resource of the same name would replace one. */
const CLIENT_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'list', 'stream', 'raw']

/** The SDK sends text as CSV, because no operation takes another kind of text. */
const TEXT_BODIES = ['text/csv']

/**
 * The SDK's resource methods: `carts.items.add` becomes `storedesk.carts.items.add(id, body)`. Writes the routes that
 * the client needs at run time, and the types of the methods.
 */
export function sdkResources(openapi: string): string {
  const document = JSON.parse(openapi) as OpenApiDocument
  const routes = routesOf(document)
  const table = routes.map((route) => `  '${route.operationId}': '${describe(route, document)}',\n`)
  return `// Generated from openapi.json by \`npm run generate\`.
import type {
  CallSettings,
  OperationBody,
  OperationParameter,
  OperationQuery,
  OperationResponse,
  PostSettings,
  RequiredHeaders,
} from '../operations.ts'
import type { List } from '../pages.ts'

/** Method and path; then \`body\` or \`query\`, the argument after the path parameters; then \`list\`. */
export const routes: Record<string, string> = {
${table.join('')}}

export interface Resources ${interfaceOf(treeOf(routes), document, '')}
`
}

function routesOf(document: OpenApiDocument): Route[] {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter, document)),
    })),
  )
  for (const { operationId, requestBody } of routes) {
    const text = Object.keys(requestBody?.content ?? {}).find((type) => type.startsWith('text/'))
    if (text && !TEXT_BODIES.includes(text)) throw new Error(`${operationId}: the SDK cannot send ${text}`)
  }
  return routes.sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
}

function describe(route: Route, document: OpenApiDocument): string {
  const input = route.requestBody ? ' body' : has(route, 'query') ? ' query' : ''
  return `${route.method} ${route.path}${input}${isList(route, document) ? ' list' : ''}`
}

function treeOf(routes: Route[]): Tree {
  const root: Tree = {}
  for (const route of routes) {
    const names = route.operationId.split('.')
    const method = names.pop() ?? ''
    if (CLIENT_METHODS.includes(names[0] ?? method)) throw new Error(`${route.operationId}: the client has this method`)
    let tree = root
    for (const name of names) {
      tree[name] ??= {}
      // The routes are sorted, so a method comes before a resource of the same name.
      if (isRoute(tree[name])) throw new Error(`${route.operationId}: ${tree[name].operationId} is a method`)
      tree = tree[name]
    }
    tree[method] = route
  }
  return root
}

function interfaceOf(tree: Tree, document: OpenApiDocument, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(tree).map(([name, member]) =>
    isRoute(member)
      ? `${inner}/** ${member.summary ?? name}: \`${member.method} ${member.path}\` */\n${inner}${name}${signatureOf(member, document)}\n`
      : `${inner}${name}: ${interfaceOf(member, document, inner)}\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

const isRoute = (member: Tree | Route): member is Route => typeof member.operationId === 'string'

function signatureOf(route: Route, document: OpenApiDocument): string {
  const id = `'${route.operationId}'`
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => `${name}: OperationParameter<${id}, '${name}'>`)
  const needsHeaders = has(route, 'header', 'required')
  if (route.requestBody) {
    const isOptional = !route.requestBody.required && !needsHeaders
    const orNothing = !route.requestBody.required && needsHeaders ? ' | undefined' : ''
    parameters.push(`body${isOptional ? '?' : ''}: OperationBody<${id}>${orNothing}`)
  } else if (has(route, 'query')) {
    parameters.push(`query${has(route, 'query', 'required') ? '' : '?'}: OperationQuery<${id}>`)
  }
  const settings = [route.method === 'POST' ? 'PostSettings' : 'CallSettings']
  if (route.requestBody && has(route, 'query')) settings.push(`{ query?: OperationQuery<${id}> }`)
  if (needsHeaders) settings.push(`RequiredHeaders<${id}>`)
  parameters.push(`options${needsHeaders ? '' : '?'}: ${settings.join(' & ')}`)
  const result = isList(route, document) ? 'List' : 'Promise'
  return `(${parameters.join(', ')}): ${result}<OperationResponse<${id}>>`
}

function has({ parameters }: Route, location: string, required?: 'required'): boolean {
  return parameters.some((parameter) => parameter.in === location && (!required || parameter.required))
}

function isList({ method, responses }: Route, document: OpenApiDocument): boolean {
  const schema = responses['200']?.content?.['application/json']?.schema
  const data = schema && resolve(schema, document).properties?.data
  return method === 'GET' && data !== undefined && resolve(data, document).type === 'array'
}

/** Follows a reference such as `#/components/schemas/Cart`. */
function resolve<Node extends { $ref?: string }>(node: Node, document: OpenApiDocument): Node {
  if (node.$ref === undefined) return node
  const names = node.$ref.split('/').slice(1)
  return names.reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], document) as Node
}

import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  parse,
  validate,
} from 'graphql'
import { shopifySchema } from './schema.ts'

/** Parses a query and validates it against Shopify's schema. */
export function readDocument(query: string): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query)
    const errors = validate(shopifySchema(), document)
    return errors.length > 0 ? { errors } : { document }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

interface ConnectionArguments {
  first?: number
  after?: string
  query?: string
}

/** Lists become connections: filtered by `updated_at`, and in pages unless an export wants everything. */
function toConnection(list: Record<string, unknown>[], { first, after, query }: ConnectionArguments) {
  const updatedFrom = /updated_at:>='([^']+)'/.exec(query ?? '')?.[1]
  const matching = updatedFrom ? list.filter(({ updatedAt }) => String(updatedAt) >= updatedFrom) : list
  const start = after ? Number(after) : 0
  const nodes = matching.slice(start, first === undefined ? undefined : start + first)
  const end = start + nodes.length
  return {
    nodes,
    edges: nodes.map((node, index) => ({ node, cursor: String(start + index + 1) })),
    pageInfo: { hasNextPage: end < matching.length, endCursor: nodes.length > 0 ? String(end) : null },
  }
}

const resolveField: GraphQLFieldResolver<Record<string, unknown>, unknown> = (source, args, _context, info) => {
  const stored = source[info.fieldName]
  if (stored === undefined) throw new Error(`The local shop has no ${info.parentType.name}.${info.fieldName}.`)
  const value: unknown = typeof stored === 'function' ? stored(args) : stored
  const isConnection = getNamedType(info.returnType).name.endsWith('Connection')
  return isConnection && Array.isArray(value) ? toConnection(value, args) : value
}

/** Runs a validated query on plain objects. A field that they lack is an error, not null. */
export const runDocument = (
  document: DocumentNode,
  rootValue: Record<string, unknown>,
  variableValues: Record<string, unknown> = {},
): ExecutionResult | Promise<ExecutionResult> =>
  execute({
    schema: shopifySchema(),
    document,
    rootValue,
    variableValues,
    fieldResolver: resolveField,
    typeResolver: (value) => (value as { __typename: string }).__typename,
  })

import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { shopifySchema } from './schema.ts'

interface FieldFrame {
  isConnection: boolean
  isList: boolean
}

/** What Shopify's analyzer refuses in an export; undefined when nothing. */
export function findExportError(document: DocumentNode): string | undefined {
  const typeInfo = new TypeInfo(shopifySchema())
  const path: FieldFrame[] = []
  let [connections, depth] = [0, 0]
  const errors: string[] = []
  const visitor = visitWithTypeInfo(typeInfo, {
    VariableDefinition: () => void errors.push('Variables are not supported.'),
    Field: {
      enter() {
        const type = typeInfo.getType()
        const isConnection = getNamedType(type)?.name.endsWith('Connection') ?? false
        const isEdges = path.at(-1)?.isConnection ?? false
        if (isConnection) {
          connections++
          depth = Math.max(depth, path.filter((frame) => frame.isConnection).length + 1)
          if (path.some(({ isList }) => isList)) {
            errors.push('Queries that contain a connection field within a list field are not currently supported.')
          }
        }
        const nullable = isNonNullType(type) ? type.ofType : type
        path.push({ isConnection, isList: isListType(nullable) && !isEdges })
      },
      leave: () => void path.pop(),
    },
  })
  visit(document, visitor)
  if (connections === 0) errors.push('Bulk queries must contain at least one connection.')
  if (connections > 5) errors.push('Bulk queries cannot contain more than 5 connections.')
  if (depth > 2) errors.push('Bulk queries cannot contain connections with a nesting depth greater than 2.')
  return errors[0]
}

/** Points of a query: an object costs one, a connection its page size times its node, a mutation ten. */
export function costOf(document: DocumentNode): number {
  const typeInfo = new TypeInfo(shopifySchema())
  const totals = [0]
  const pop = () => totals.pop() ?? 0
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: {
      enter: () => void totals.push(0),
      leave(field: FieldNode) {
        const children = pop()
        const type = getNamedType(typeInfo.getType())
        const cost = type?.name.endsWith('Connection')
          ? pageSize(field) * Math.max(1, children)
          : children + (isCompositeType(type) && !/Edge$|^PageInfo$/.test(type.name) ? 1 : 0)
        totals.push(pop() + cost)
      },
    },
  })
  visit(document, visitor)
  const isMutation = document.definitions.some((one) => 'operation' in one && one.operation === 'mutation')
  return isMutation ? 10 : pop()
}

function pageSize({ arguments: args = [] }: FieldNode): number {
  const value = args.find(({ name }) => name.value === 'first')?.value
  return value?.kind === 'IntValue' ? Number(value.value) : 1
}

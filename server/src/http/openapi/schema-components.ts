import { closeObjects } from '../routes.ts'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

/** Named shapes of the document: where one occurs, the document refers to it. */
export interface SchemaComponents {
  /** The schema as the document contains it: a reference if its shape has a name, and references inside it. */
  describe(schema: object): JsonSchema
  /** Every component that has been referred to, sorted by name. */
  all(): Record<string, JsonSchema>
}

export interface NamedSchemas {
  /** Shapes that the document names. A shape that is used twice needs a name. */
  schemas: Readonly<Record<string, object>>
  /** By name: what the document says instead, where the schema itself says less than is known. */
  documented?: Readonly<Record<string, object>>
}

/** Describes where a shape is used rather than the shape itself, so it may differ from use to use. */
const ANNOTATIONS = ['description', 'examples'] as const
const REF_PREFIX = '#/components/schemas/'

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Routes keep their schemas inline, since validators and serializers are compiled from one object each. Only the
 * document names them: a schema belongs to a component when both have the same shape, however it was derived.
 *
 * Requests are closed (unknown fields are rejected). A shape that responses contain too is documented as there, so that
 * it has one name in both directions: describe all responses first.
 */
export function createSchemaComponents({ schemas, documented = {} }: NamedSchemas): SchemaComponents {
  const shapes = createShapeIds()
  const openNames = new Map<number, string>()
  const closedNames = new Map<number, string>()
  const closedSchemas = new Map<string, JsonSchema>()
  const openSchemas = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema as JsonSchema]))
  for (const [name, schema] of openSchemas) {
    const closed = closeObjects(schema)
    closedSchemas.set(name, closed)
    addName(openNames, shapes.idOf(schema), name)
    addName(closedNames, shapes.idOf(closed), name)
  }
  const components = new Map<string, JsonSchema>()
  const listShapes = new Map<string, number>()

  function describe(schema: JsonSchema): JsonSchema {
    const shape = shapes.idOf(schema)
    const openName = openNames.get(shape)
    const name = openName ?? closedNames.get(shape)
    if (name === undefined) return nameList(describeInline(schema), shape)
    if (!components.has(name)) {
      // Reserved first: a shape may contain itself.
      components.set(name, {})
      const registered = openName === undefined ? closedSchemas.get(name) : openSchemas.get(name)
      components.set(name, describeInline((documented[name] as JsonSchema | undefined) ?? registered ?? schema))
    }
    return refer(name, schema)
  }

  function refer(name: string, schema: JsonSchema): JsonSchema {
    const component = components.get(name)
    const ownAnnotations = ANNOTATIONS.filter(
      (keyword) =>
        schema[keyword] !== undefined && JSON.stringify(schema[keyword]) !== JSON.stringify(component?.[keyword]),
    )
    return {
      $ref: REF_PREFIX + name,
      ...Object.fromEntries(ownAnnotations.map((keyword) => [keyword, schema[keyword]])),
    }
  }

  /** A list of a named shape is named after it. */
  function nameList(schema: JsonSchema, shape: number): JsonSchema {
    const itemName = itemNameOf(schema)
    if (itemName === undefined) return schema
    const name = `${itemName}List`
    if ((listShapes.get(name) ?? shape) !== shape || openSchemas.has(name)) return schema
    listShapes.set(name, shape)
    components.set(name, schema)
    return { $ref: REF_PREFIX + name }
  }

  function describeInline(schema: JsonSchema): JsonSchema {
    const { errorMessage: _, $id: __, pattern, ...keywords } = withoutPatternProperties(schema)
    // A hundred times the same, and the format says it already.
    if (keywords.format === 'date-time') delete keywords.examples
    const portable = typeof pattern === 'string' ? toPortablePattern(pattern) : undefined
    const described = Object.fromEntries(
      Object.entries(keywords).map(([keyword, value]) => [keyword, describeKeyword(keyword, value)]),
    )
    return mergeNull(withMapping(portable === undefined ? described : { ...described, pattern: portable }))
  }

  function describeKeyword(keyword: string, value: unknown): unknown {
    switch (keyword) {
      case 'properties':
        return isObject(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, property]) => [name, describe(property as JsonSchema)]),
            )
          : value
      case 'items':
      case 'additionalProperties':
      case 'propertyNames':
      case 'not':
        return isObject(value) ? describe(value) : value
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return (value as JsonSchema[]).map(describe)
      default:
        return value
    }
  }

  // Every operation's responses are described twice.
  const described = new WeakMap<object, JsonSchema>()
  return {
    describe: (schema) => {
      const cached = described.get(schema) ?? describe(schema as JsonSchema)
      described.set(schema, cached)
      return cached
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }

  /** OpenAPI's discriminator needs named shapes: without them it is left out, since `oneOf` says the same. */
  function withMapping(schema: JsonSchema): JsonSchema {
    const { discriminator, oneOf, ...rest } = schema
    if (!isObject(discriminator) || !Array.isArray(oneOf)) return schema
    const { type: _, required: __, ...annotations } = rest
    const property = String(discriminator.propertyName)
    const mapping = oneOf.map(({ $ref }) => [discriminatorOf(components.get(nameOf($ref)), property), $ref])
    const isNamed = mapping.every(([value, ref]) => value !== undefined && ref !== undefined)
    const mapped = isNamed && { discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) } }
    return { ...annotations, oneOf, ...mapped }
  }
}

const SCALARS = ['string', 'integer', 'number', 'boolean']

/** `type: [string, null]` for a plain value or null: shorter, and generators read it as one type. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...annotations } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema
  const [value] = anyOf as [JsonSchema]
  if (!SCALARS.includes(value.type as string) || 'enum' in value || 'const' in value) return schema
  return { ...value, type: [value.type, 'null'], ...annotations }
}

/** As `additionalProperties`, which every generator knows. */
function withoutPatternProperties(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema
  if (!isObject(patternProperties)) return schema
  const [entry, ...others] = Object.entries(patternProperties)
  if (!entry || others.length > 0) throw new Error('The document can only describe a single pattern of properties.')
  const [pattern, values] = entry
  const portable = ANY_NAME.has(pattern) ? undefined : toPortablePattern(pattern)
  return { ...rest, additionalProperties: values, ...(portable && { propertyNames: { pattern: portable } }) }
}

const ANY_NAME = new Set(['^.*$', '^(.*)$'])

const nameOf = (ref: unknown): string => String(ref).slice(REF_PREFIX.length)

const discriminatorOf = (component: JsonSchema | undefined, property: string): unknown =>
  (component?.properties as Record<string, { const?: unknown }> | undefined)?.[property]?.const

function itemNameOf({ properties }: JsonSchema): string | undefined {
  if (!isObject(properties) || !isObject(properties.data)) return
  const { nextCursor: _, data, ...others } = properties
  const { items } = data as JsonSchema
  if (Object.keys(others).length > 0 || !isObject(items) || Object.keys(items).length > 1) return
  return items.$ref === undefined ? undefined : nameOf(items.$ref)
}

/** The first name wins: names are listed from the general to the special. */
function addName(names: Map<number, string>, shape: number, name: string): void {
  if (!names.has(shape)) names.set(shape, name)
}

/** Numbers for shapes, so that equal schemas have equal numbers and comparing them does not walk them again. */
function createShapeIds() {
  const ids = new Map<string, number>()
  const idsByNode = new WeakMap<object, { full: number; bare: number }>()
  const intern = (text: string): number => {
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }

  function identify(node: object): { full: number; bare: number } {
    const cached = idsByNode.get(node)
    if (cached) return cached
    const parts = Object.entries(node)
      .filter(([, value]) => value !== undefined)
      .map(
        ([key, value]) => [key, typeof value === 'object' && value !== null ? identify(value).full : [value]] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const kind = Array.isArray(node) ? 'list' : 'object'
    const isAnnotation = (key: string) => (ANNOTATIONS as readonly string[]).includes(key)
    const id = {
      full: intern(JSON.stringify([kind, parts])),
      bare: intern(JSON.stringify([kind, parts.filter(([key]) => !isAnnotation(key))])),
    }
    idsByNode.set(node, id)
    return id
  }
  return {
    /** A plain value is named only with its description: any text has the shape of another. */
    idOf: (schema: JsonSchema) => {
      const isPlain = SCALARS.includes(schema.type as string) && !('enum' in schema) && !('pattern' in schema)
      const { full, bare } = identify(schema)
      return isPlain ? full : bare
    },
  }
}

/** Lookaround, back references, Unicode properties and code points differ between JavaScript, Python and RE2. */
const NOT_PORTABLE = /\(\?[=!<]|\\[pPuUkKcXQEGzZ]|\\[1-9]|\\x\{|[*+?}]\+/

/**
 * Clients compile the document's patterns in their own languages. A pattern that not all of them understand is left
 * out: the server still checks it.
 */
export const toPortablePattern = (pattern: string): string | undefined =>
  NOT_PORTABLE.test(pattern) ? undefined : pattern

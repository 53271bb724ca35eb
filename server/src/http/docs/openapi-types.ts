/** The parts of the OpenAPI document that the reference shows. */
export interface OpenApiDocument {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    parameters: Record<string, ParameterObject>
    responses: Record<string, ResponseObject>
    schemas: Record<string, SchemaObject>
  }
}

export interface OperationObject {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, ResponseObject | Reference>
}

export type Content = Record<string, { schema: SchemaObject; example?: { error?: { code: string } } }>

export interface Reference {
  $ref: string
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: SchemaObject
}

export interface ResponseObject {
  description: string
  content?: Content
}

export interface SchemaObject {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: SchemaObject
  properties?: Record<string, SchemaObject>
  additionalProperties?: boolean | SchemaObject
  patternProperties?: Record<string, SchemaObject>
  required?: string[]
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  allOf?: SchemaObject[]
}

/** An operation with its method and path, and its parameters resolved. */
export interface ApiOperation extends OperationObject {
  method: string
  path: string
  tag: string
  resolved: ParameterObject[]
}

export function listOperations(document: OpenApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? 'Other',
      resolved: (operation.parameters ?? []).map((parameter) =>
        '$ref' in parameter ? (document.components.parameters[nameOf(parameter)] as ParameterObject) : parameter,
      ),
    })),
  )
}

/** `Cart` of `#/components/schemas/Cart`. */
export const nameOf = ({ $ref }: { $ref?: string }): string => $ref?.split('/').at(-1) ?? ''

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const resolveResponse = (response: ResponseObject | Reference, document: OpenApiDocument): ResponseObject =>
  '$ref' in response ? (document.components.responses[nameOf(response)] as ResponseObject) : response

/** Follows references until there is a schema of its own. */
export function resolveSchema(schema: SchemaObject, document: OpenApiDocument): SchemaObject {
  const target = schema.$ref && document.components.schemas[nameOf(schema)]
  return target ? resolveSchema(target, document) : schema
}

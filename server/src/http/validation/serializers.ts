import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { lazy, prepareEarly } from '../../kit/lazy.ts'
import { schemaKeyOf } from './validators.ts'

const compile = SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>

type Serialize = ReturnType<FastifySerializerCompiler<unknown>>
const serializers = new Map<string, { serialize: Serialize; getSerializer: () => Serialize }>()

/** Each response schema is compiled once per process and on first use, like the validators in `validators.ts`. */
export function useCachedSerializers(app: FastifyInstance, { warmsUp }: { warmsUp: boolean }): void {
  app.setSerializerCompiler((route) => {
    const key = schemaKeyOf(route.schema as object)
    const cached = serializers.get(key) ?? createSerializer(route)
    serializers.set(key, cached)
    if (warmsUp) prepareEarly(cached.getSerializer)
    return cached.serialize
  })
}

function createSerializer(route: Parameters<FastifySerializerCompiler<unknown>>[0]) {
  const getSerializer = lazy(() => compile({ ...route, schema: toNullableSchema(route.schema) }))
  return { serialize: (value: unknown) => getSerializer()(value), getSerializer }
}

/**
 * To the serializer "this or null" is two shapes, and it checks every value against both, which took a tenth of the
 * time of a large cart. With `nullable` it only checks for null.
 */
function toNullableSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toNullableSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, toNullableSchema(value)]),
  )
  if (!Array.isArray(anyOf)) return { ...rest }
  const [shape, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return anyOf.length === 2 && shape && others.length === 0 ? { ...rest, ...shape, nullable: true } : { ...rest, anyOf }
}

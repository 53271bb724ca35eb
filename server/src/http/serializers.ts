import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { later } from '../kit/later.ts'
import { textOf } from './schema-text.ts'

const compile = SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>
const compiled = new Map<string, ReturnType<FastifySerializerCompiler<unknown>>>()

/** Each shape of an answer is compiled once a process and when it is first needed, as its counterparts in `validators.ts` are. */
export function serializeOnce(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => {
    const text = textOf(route.schema as object)
    const known = compiled.get(text)
    if (known) return known
    const made = later(() => compile({ ...route, schema: withoutUnions(route.schema) }))
    const serialize = (value: unknown) => made()(value)
    compiled.set(text, serialize)
    return serialize
  })
}

/**
 * "This or null" is two shapes to the serializer, which holds every value against both to find out which it has; that took a
 * tenth of the time of a large cart. Said as `nullable` it only looks whether it is null.
 */
function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withoutUnions(value)]),
  )
  if (!Array.isArray(anyOf)) return { ...rest }
  const [shape, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return anyOf.length === 2 && shape && others.length === 0 ? { ...rest, ...shape, nullable: true } : { ...rest, anyOf }
}

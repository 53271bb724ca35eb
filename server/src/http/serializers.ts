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
    const made = later(() => compile(route))
    const serialize = (value: unknown) => made()(value)
    compiled.set(text, serialize)
    return serialize
  })
}

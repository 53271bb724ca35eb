import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'

const compile = SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>
const compiled = new Map<string, ReturnType<FastifySerializerCompiler<unknown>>>()

/** Each shape of an answer is compiled once a process, as its counterparts in `validators.ts` are. */
export function serializeOnce(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => {
    const text = JSON.stringify(route.schema)
    const known = compiled.get(text) ?? compile(route)
    compiled.set(text, known)
    return known
  })
}

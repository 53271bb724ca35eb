import type { FastifyRequest } from 'fastify'

/** What the body is said to be, in small letters and without what may follow, such as a charset; empty where nothing is said. */
export const mediaTypeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

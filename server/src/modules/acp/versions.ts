import type { FastifyRequest } from 'fastify'

/** Oldest first. */
export const VERSIONS = ['2025-09-29', '2025-12-12', '2026-01-16', '2026-01-30', '2026-04-17'] as const
export type Version = (typeof VERSIONS)[number]
export const LATEST: Version = '2026-04-17'

export const isBefore = (version: Version, other: Version): boolean =>
  VERSIONS.indexOf(version) < VERSIONS.indexOf(other)

/** Undefined if the request has no version or an unsupported one. */
export const findVersion = ({ headers }: Pick<FastifyRequest, 'headers'>): Version | undefined =>
  VERSIONS.find((version) => version === headers['api-version'])

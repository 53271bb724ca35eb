import type { FastifyRequest } from 'fastify'
import { AcpRefusal } from './errors.ts'

/** Oldest first. */
export const VERSIONS = ['2025-09-29', '2025-12-12', '2026-01-16', '2026-01-30', '2026-04-17'] as const
export type Version = (typeof VERSIONS)[number]
export const NEWEST: Version = '2026-04-17'

const isKnown = (text: string): text is Version => (VERSIONS as readonly string[]).includes(text)

/** Nothing is guessed: an agent that does not say which version it speaks would misread the answer. */
export function versionOf({ headers }: FastifyRequest): Version {
  const wanted = headers['api-version']
  const supportedVersions = [...VERSIONS].reverse()
  if (wanted === undefined) {
    const message = `Say in the header API-Version which version you speak, such as ${NEWEST}.`
    throw new AcpRefusal('invalid_request', message, { code: 'missing_api_version', supportedVersions })
  }
  if (isKnown(String(wanted))) return String(wanted) as Version
  const message = `This version is not spoken here: use one of ${supportedVersions.join(', ')}.`
  throw new AcpRefusal('invalid_request', message, { code: 'unsupported_api_version', supportedVersions })
}

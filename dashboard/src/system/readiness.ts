const TIMEOUT_MS = 4000

const STATUSES = ['ready', 'degraded', 'draining', 'unavailable'] as const

export type ReadinessStatus = (typeof STATUSES)[number]

export type Readiness = {
  status: ReadinessStatus
  checks: Record<string, { ok: boolean; message?: string }>
  version: string
}

/** 200 and 503 carry the same body. Anything else (no response, a proxy's error page) throws: it is not our server. */
export async function fetchReadiness(signal: AbortSignal, origin = ''): Promise<Readiness> {
  const response = await fetch(`${origin}/readyz`, {
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body: unknown = await response.json()
  if (!isReadiness(body)) throw new Error(`/readyz returned status ${response.status} without a readiness report.`)
  return body
}

function isReadiness(body: unknown): body is Readiness {
  if (typeof body !== 'object' || body === null) return false
  if (!('status' in body && 'checks' in body && 'version' in body)) return false
  const { status, checks, version } = body
  return (
    STATUSES.some((candidate) => candidate === status) &&
    typeof version === 'string' &&
    typeof checks === 'object' &&
    checks !== null &&
    Object.values(checks).every((check) => typeof check?.ok === 'boolean')
  )
}

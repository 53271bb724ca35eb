import type { FastifyInstance } from 'fastify'

export interface Check {
  ok: boolean
  /** It serves, but not as well as it should. */
  degraded?: boolean
  message?: string
}

export interface HealthOptions {
  version: string
  isDraining: () => boolean
  checks: Record<string, () => Promise<Check>>
}

const CHECK_TIMEOUT_MS = 2000

/** `/healthz`: the process lives. `/readyz`: it can serve, so a balancer may send it requests. */
export function serveHealth(app: FastifyInstance, { version, isDraining, checks }: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'alive', version }))
  app.get('/readyz', async (_request, reply) => {
    const entries = Object.entries(checks).map(async ([name, check]) => [name, await answerOf(check)] as const)
    const results = Object.fromEntries(await Promise.all(entries))
    const ok = Object.values(results).every((result) => result.ok)
    const degraded = Object.values(results).some((result) => result.degraded)
    const status = isDraining() ? 'draining' : !ok ? 'unavailable' : degraded ? 'degraded' : 'ready'
    if (isDraining() || !ok) reply.code(503).header('retry-after', '1')
    return { status, checks: results, version }
  })
}

/** The message is for operators, but anybody may ask: no host names, no error texts of drivers. */
function answerOf(check: () => Promise<Check>): Promise<Check> {
  const timeout = new Promise<Check>((resolve) => {
    setTimeout(() => resolve({ ok: false, message: 'no answer in time' }), CHECK_TIMEOUT_MS).unref()
  })
  return Promise.race([check().catch(() => ({ ok: false, message: 'not reachable' })), timeout])
}

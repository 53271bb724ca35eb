/** Readiness of one part of the server. */
export interface HealthCheck {
  ok: boolean
  /** It serves, but not as well as it should. */
  degraded?: boolean
  message?: string
  /** How long the oldest runnable job has been waiting. */
  oldestOverdueSeconds?: number
  /** How long the oldest webhook that can be sent has been waiting. */
  oldestWaitingSeconds?: number
}

/** State of the embedded database. `failed`: it could not be restarted, and this process is about to exit. */
export type DatabaseState = 'running' | 'restarting' | 'failed'

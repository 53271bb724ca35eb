/** What a part of the server says when somebody asks whether it is ready. */
export interface HealthCheck {
  ok: boolean
  /** It serves, but not as well as it should. */
  degraded?: boolean
  message?: string
  /** How long the oldest job that could run has been waiting. */
  oldestOverdueSeconds?: number
}

/** Of the embedded database. `failed`: it could not be started again, and this process is about to end. */
export type DatabaseState = 'running' | 'restarting' | 'failed'

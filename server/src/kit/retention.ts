/** How many days each kind of data is kept, as the operator set it (`RETENTION_…_DAYS`). Undefined: forever. */
export interface Retention {
  events: number | undefined
  auditLog: number | undefined
  emails: number
  deliveries: number
  requestCounts: number
  checkouts: number
  imports: number
}

export const DEFAULT_RETENTION: Retention = {
  events: undefined,
  auditLog: undefined,
  emails: 90,
  deliveries: 30,
  requestCounts: 2,
  checkouts: 180,
  imports: 90,
}

/** Of events and the audit log: who reads them may be away for some weeks. */
export const MIN_RETENTION_DAYS = 30

/** How a distributed database stores a table that belongs to no single environment. */
interface ControlPlaneTable {
  /** `reference`: a copy on every node, to join with tenant tables. `local`: on the coordinator only. */
  distribution: 'reference' | 'local'
  reason: string
}

/**
 * Tables that are not tenant tables, each with its reason. A new table is a tenant table unless it is listed here: every
 * statement names its environment (`scripts/check-tenancy.ts`), and `npm run distribute` distributes it by
 * `environment_id`.
 */
export const CONTROL_PLANE: Record<string, ControlPlaneTable> = {
  workspaces: { distribution: 'reference', reason: 'lists the tenants' },
  environments: { distribution: 'reference', reason: 'lists the environments of a tenant' },
  api_keys: { distribution: 'local', reason: 'is queried before the tenant of a request is known' },
  mailbox_addresses: { distribution: 'local', reason: 'is queried before the tenant of an email is known' },
  audit_entries: { distribution: 'local', reason: 'belongs to the workspace, not to one environment' },
  migrations: { distribution: 'local', reason: 'belongs to the installation' },
  migration_progress: { distribution: 'local', reason: 'belongs to the installation' },
  users: { distribution: 'reference', reason: 'are people, who may work for several tenants' },
  sessions: { distribution: 'local', reason: 'belong to people' },
  accounts: { distribution: 'local', reason: 'belong to people' },
  verifications: { distribution: 'local', reason: 'belong to people' },
  sign_in_attempts: { distribution: 'local', reason: 'belong to people' },
  two_factors: { distribution: 'local', reason: 'belong to people' },
  members: { distribution: 'reference', reason: 'lists the people who work for a tenant' },
  invitations: { distribution: 'local', reason: 'lists the people invited to work for a tenant' },
  saved_views: { distribution: 'local', reason: 'belong to the people who work for a tenant' },
}

const UNIQUE_VIOLATION = '23505'

/**
 * Whether a statement failed because its row exists already. A distributed database sometimes reports another code, but
 * always this message.
 */
export const isUniqueViolation = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && error.code === UNIQUE_VIOLATION) ||
    error.message.startsWith('duplicate key value violates unique constraint'))

/**
 * Whether this unique constraint or index was violated. A distributed database reports the name of the shard's, which
 * ends with the number of the shard, and only within the message.
 */
export const violatesConstraint = (error: unknown, name: string): boolean =>
  isUniqueViolation(error) && new RegExp(`"${name}(_\\d+)?"`).test(error.message)

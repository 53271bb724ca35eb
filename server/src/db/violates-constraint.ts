const UNIQUE_VIOLATION = '23505'

/**
 * Whether a statement failed because of this unique constraint or index. A distributed database reports the name of the
 * shard's, which ends with the number of the shard, and only within the message.
 */
export const violatesConstraint = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === UNIQUE_VIOLATION &&
  new RegExp(`"${name}(_\\d+)?"`).test(error.message)

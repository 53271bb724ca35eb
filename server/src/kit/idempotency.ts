/** A response as stored and replayed. */
export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The row of an Idempotency-Key; without a status while the first request is in progress. */
export interface StoredResponse extends Omit<RecordedResponse, 'status'> {
  status: number | null
  /** Hash of the request, in hex. */
  fingerprint: string
}

/**
 * A retryable request: work that reads once and writes once looks up its response with the read and stores it with the
 * write.
 */
export interface IdempotentRequest {
  key: string
  fingerprint: Buffer
  /** The response for this result, with its version as the ETag. */
  toResponse(result: { version: number }): RecordedResponse
}

/** Thrown instead of running the work: its key has a stored response already. */
export class IdempotentReplay extends Error {
  readonly stored: StoredResponse

  constructor(stored: StoredResponse) {
    super('A response is already stored for the key of this request')
    this.stored = stored
  }
}

const DAY_MS = 86_400_000

/** Responses are stored for a day. A parameter of statements: a distributed database does not accept `now - interval`. */
export const storedSince = ({ now }: { now: Date }): Date => new Date(now.getTime() - DAY_MS)

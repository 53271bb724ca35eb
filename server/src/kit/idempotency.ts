/** An answer as it is kept, and sent again. */
export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** What stands under an Idempotency-Key; without a status as long as the first request is under way. */
export interface StoredResponse extends Omit<RecordedResponse, 'status'> {
  status: number | null
  /** Of the request, in hex. */
  fingerprint: string
}

/**
 * A request that its caller may repeat: work that reads once and writes once looks for its answer with the one and keeps it with
 * the other.
 */
export interface IdempotentRequest {
  key: string
  fingerprint: Buffer
  /** What will be sent when this is the result, which bears its version as its ETag. */
  toResponse(result: { version: number }): RecordedResponse
}

/** Thrown in place of doing it: something stands under its key already. */
export class IdempotentReplay extends Error {
  readonly stored: StoredResponse

  constructor(stored: StoredResponse) {
    super('Something stands under the key of this request')
    this.stored = stored
  }
}

/** An answer as it is kept, and sent again. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Under an Idempotency-Key; without a status as long as the first request is under way. */
export interface KeptAnswer extends Omit<Answer, 'status'> {
  status: number | null
  /** Of the request, in hex. */
  fingerprint: string
}

/** A request that its caller may repeat: whoever reads once and writes once looks for its answer with the one and keeps it with the other. */
export interface Once {
  key: string
  fingerprint: Buffer
  /** What will be sent when this is the result, which bears its version as its ETag. */
  answerOf(result: { version: number }): Answer
}

/** Thrown in place of doing it again. */
export class AnsweredBefore extends Error {
  readonly kept: KeptAnswer

  constructor(kept: KeptAnswer) {
    super('This request was answered before')
    this.kept = kept
  }
}

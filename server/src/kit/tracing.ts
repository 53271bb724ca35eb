/** IDs, names, counts and statuses. Nothing about a person, no value of a query, no URL of a shop. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
}

/** One piece of work in a trace, such as a request, a statement or a job. */
export interface TraceSpan {
  /** Everything that `work` does, also later and in the background, belongs to this span. */
  run<Result>(work: () => Result): Result
  set(attributes: SpanAttributes): void
  setName(name: string): void
  /** With an error, the span counts as failed. Only the error's code or name is recorded. */
  end(error?: unknown): void
  /** For whoever continues the trace: the header of W3C Trace Context. */
  traceparent: string
}

export interface Tracer {
  /** Continues the trace that `traceparent` names; without one, it begins a new trace. */
  start(options: SpanOptions, traceparent?: string | undefined): TraceSpan
  /** A part of the current span. Undefined outside of spans, and where nothing is recorded. */
  startChild(options: SpanOptions): TraceSpan | undefined
  /** Whether the current span is recorded. */
  isRecording(): boolean
  /** Of the current span. */
  traceparent(): string | undefined
  /** Of the current span, for the log. */
  ids(): { traceId: string; spanId: string } | undefined
}

let active: Tracer | undefined

/**
 * Undefined while tracing is off: then nothing is loaded, and callers create nothing. It belongs to the process, like
 * the log: the current span follows every `await`, so no `ctx` has to carry it (decision 50).
 */
export const tracer = (): Tracer | undefined => active

export function setTracer(next: Tracer | undefined): void {
  active = next
}

/** Runs `work` as a part of the current span. */
export async function traceChild<Result>(
  options: SpanOptions,
  work: (span: TraceSpan | undefined) => Promise<Result>,
): Promise<Result> {
  const span = active?.startChild(options)
  return span ? traceWith(span, () => work(span)) : work(undefined)
}

/** Runs `work` inside the span, and ends it. */
export async function traceWith<Result>(span: TraceSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

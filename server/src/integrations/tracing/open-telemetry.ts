import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  defaultTextMapGetter,
  isSpanContextValid,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { SpanAttributes, SpanOptions, Tracer, TraceSpan } from '../../kit/tracing.ts'

export interface TracingOptions {
  /** OTLP over HTTP; `/v1/traces` is appended. */
  endpoint: string
  headers?: Record<string, string>
  serviceName: string
  version: string
  /** Share of the traces that are recorded, from 0 to 1. */
  ratio: number
}

interface OpenTelemetry {
  tracer: Tracer
  /** Sends what was recorded so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}
/** A statement of a report has a few thousand characters; its beginning identifies it. */
const MAX_TEXT_LENGTH = 2000

/**
 * Nothing is registered with OpenTelemetry's global API: libraries that would trace by themselves, such as the one for
 * sign-ins, must not export what they know.
 */
export function openTelemetry({ endpoint, headers, serviceName, version, ratio }: TracingOptions): OpenTelemetry {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, ...(headers && { headers }) })
  const provider = new TracerProvider({
    // By the trace's ID alone, never by the caller's flag: all servers decide alike, and nobody outside decides for us.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  return {
    tracer: toTracer(provider.getTracer('storedesk', version)),
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

function toTracer(otel: OtelTracer): Tracer {
  const current = new AsyncLocalStorage<Span>()
  const propagator = new W3CTraceContextPropagator()

  function start({ name, kind, attributes = {} }: SpanOptions, parent: Context): TraceSpan {
    const span = otel.startSpan(name, { kind: KINDS[kind], attributes: defined(attributes) }, parent)
    return {
      run: (work) => current.run(span, work),
      set: (more) => void span.setAttributes(defined(more)),
      setName: (next) => void span.updateName(next),
      end: (error) => endSpan(span, error),
      get traceparent() {
        return toTraceparent(span)
      },
    }
  }
  return {
    start: (options, traceparent) =>
      start(
        options,
        traceparent ? propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter) : ROOT_CONTEXT,
      ),
    startChild(options) {
      const parent = current.getStore()
      // Also when it has ended: a timer that a request has started goes on for as long as the server.
      return parent?.isRecording() ? start(options, trace.setSpan(ROOT_CONTEXT, parent)) : undefined
    },
    isRecording: () => current.getStore()?.isRecording() ?? false,
    traceparent() {
      const span = current.getStore()
      return span && isSpanContextValid(span.spanContext()) ? toTraceparent(span) : undefined
    },
    ids() {
      const context = current.getStore()?.spanContext()
      return context && { traceId: context.traceId, spanId: context.spanId }
    },
  }
}

function toTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
}

/** Messages of errors contain values, such as an email address. */
function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    const { code, name } = error as { code?: unknown; name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? 'error'))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

const defined = (attributes: SpanAttributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | boolean
  >

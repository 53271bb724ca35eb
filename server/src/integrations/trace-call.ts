import { traceChild, tracer } from '../kit/tracing.ts'

const NO_HEADERS: Record<string, string> = {}

/**
 * A request to another server, as a part of the current trace. Of the URL only the host is recorded: paths contain
 * tokens of the shop. The other side can continue the trace.
 */
export function traceCall<Response extends { statusCode?: number | undefined }>(
  url: string,
  method: string,
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  if (!tracer()) return send(NO_HEADERS)
  const attributes = { 'http.request.method': method, ...addressOf(url) }
  return traceChild({ name: method, kind: 'client', attributes }, async (span) => {
    const response = await send(span ? { traceparent: span.traceparent } : {})
    span?.set({ 'http.response.status_code': response.statusCode })
    return response
  })
}

/** A call through a client that sends its own headers. */
export const traceService = <Result>(name: string, url: string, call: () => Promise<Result>): Promise<Result> =>
  !tracer()
    ? call()
    : traceChild({ name, kind: 'client', attributes: { 'peer.service': name, ...addressOf(url) } }, call)

function addressOf(text: string) {
  if (!URL.canParse(text)) return {}
  const { hostname, port } = new URL(text)
  return { 'server.address': hostname, 'server.port': port ? Number(port) : undefined }
}

import { lookup } from 'node:dns'
import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublicAddress, validateExternalUrl } from '../kit/external-url.ts'
import { traceCall } from './trace-call.ts'

export interface SafeRequestOptions {
  allowHttp: boolean
  /** For tests, whose servers run on the same machine. */
  allowLoopback?: boolean
  /** For the one URL that the operator of this server has allowed, wherever it is. */
  allowAnyAddress?: boolean
  /** Keeps connections open, for one URL of one shop. Without it, each request opens its own. */
  agent?: Agent
  /** For tests, which are their own DNS. */
  lookup?: typeof lookup
}

export interface SafePostOptions extends SafeRequestOptions {
  timeoutMs: number
  maxBytes: number
}

/**
 * Sends a POST to a URL that a shop configured, and never into our own network: names are resolved once, and the
 * connection goes to exactly the address that was checked. Redirects are not followed, and the response must be neither
 * slow nor large.
 */
export async function safePost(
  text: string,
  body: string,
  headers: Record<string, string>,
  options: SafePostOptions,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)])
  const response = await openSafePost(text, body, { accept: 'application/json', ...headers }, options, deadline)
  return { status: response.statusCode ?? 0, body: (await readBytes(response, options.maxBytes)).toString('utf8') }
}

/** Like `safePost`, for a response that is read while it arrives. The caller limits its time and size. */
export const openSafePost = (
  text: string,
  body: string,
  headers: Record<string, string>,
  options: SafeRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const contentHeaders = { 'content-length': String(Buffer.byteLength(body)), 'content-type': 'application/json' }
  return openSafeRequest(text, { method: 'POST', headers: { ...contentHeaders, ...headers }, body }, options, signal)
}

/** Like `openSafePost`, to download something. */
export const openSafeGet = (
  text: string,
  headers: Record<string, string>,
  options: SafeRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> => openSafeRequest(text, { method: 'GET', headers }, options, signal)

interface RequestInit {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

function openSafeRequest(
  text: string,
  init: RequestInit,
  options: SafeRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return traceCall(text, init.method, (traceHeaders) => {
    const headers = { ...init.headers, ...traceHeaders }
    return sendSafeRequest(text, { ...init, headers }, options, signal)
  })
}

async function sendSafeRequest(
  text: string,
  init: RequestInit,
  options: SafeRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = assertSafeUrl(text, options)
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: init.method,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Storedesk', ...init.headers },
      // Never a connection that was opened for another address or another shop.
      agent: options.agent ?? false,
      ...(!options.allowAnyAddress && { lookup: checkedLookup(options) }),
      signal,
    })
    let isAnswered = false
    request.once('response', (response) => {
      isAnswered = true
      resolve(response)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isAnswered && !signal.aborted
      // The receiver closed the idle connection while we sent: that is no failure of the request.
      if (isStale) resolve(sendSafeRequest(text, init, withoutAgent(options), signal))
      else reject(error)
    })
    request.end(init.body)
  })
}

const withoutAgent = ({ agent: _, ...options }: SafeRequestOptions): SafeRequestOptions => options

function assertSafeUrl(text: string, { allowHttp, allowLoopback, allowAnyAddress }: SafeRequestOptions): URL {
  const url = new URL(text)
  if (allowAnyAddress) return url
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal IP address skips the lookup, so it is checked here.
  if (allowLoopback && (isLoopback(host) || host === 'localhost')) return url
  const error = validateExternalUrl(text, { allowHttp })
  if (error) throw new Error(`The URL ${error}.`)
  return url
}

/** A host that resolves to one allowed and one forbidden address is rejected. */
function checkedLookup({ allowLoopback, lookup: resolve = lookup }: SafeRequestOptions): LookupFunction {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback === true && isLoopback(address))
  return (host, { all, ...options }, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isIP(address) === 0 || !isAllowed(address))) {
        return callback(new Error(`${host} does not have a public IP address.`), '', 0)
      }
      if (all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

export class ResponseTooLargeError extends Error {}

/** Closes the connection of a response that is too large. */
export async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      size += chunk.length
      if (size > maxBytes) throw new ResponseTooLargeError(`The response has more than ${maxBytes} bytes.`)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}

import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { WebhookReceiver, WebhookResponse } from '../../ports/webhook.ts'
import { openSafePost, type SafeRequestOptions } from '../safe-post.ts'

const TIMEOUT_MS = 15_000
/** More than any receiver needs to say. The connection of one that says more is closed. */
const MAX_BYTES = 65_536
/** How much of it is kept for the log. */
const EXCERPT_BYTES = 1000

interface ReceiverOptions extends SafeRequestOptions {
  url: string
  timeoutMs?: number
}

export function httpWebhookReceiver({ url, timeoutMs = TIMEOUT_MS, ...options }: ReceiverOptions): WebhookReceiver {
  const agentOptions = { keepAlive: true, maxSockets: 1 }
  const agent = url.startsWith('https:') ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  return {
    async post(body, headers, signal) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const deadline = AbortSignal.any([signal, timeout])
      try {
        return await readResponse(await openSafePost(url, body, headers, { ...options, agent }, deadline))
      } catch (error) {
        const isTimeout = timeout.aborted && !signal.aborted
        throw new Error(isTimeout ? `No response within ${timeoutMs / 1000} s.` : explain(error), { cause: error })
      }
    },
    close: () => agent.destroy(),
  }
}

async function readResponse(response: IncomingMessage): Promise<WebhookResponse> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early destroys the response and its connection.
  for await (const chunk of response) {
    if (size < EXCERPT_BYTES) chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BYTES) break
  }
  const body = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8')
  return { status: response.statusCode ?? 0, body, retryAfter: response.headers['retry-after'] }
}

const EXPLANATIONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was a response.',
  EPIPE: 'The connection was closed before there was a response.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'The host can’t be reached.',
  ENETUNREACH: 'The host can’t be reached.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
}

function explain(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return EXPLANATIONS[code] ?? message
}

import { createHmac } from 'node:crypto'
import type { Agent } from '../../ports/agent.ts'
import type { ExternalEndpoint } from '../../ports/external-services.ts'
import { safePost } from '../safe-post.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

/** Signed according to the agent's version of the Agentic Commerce Protocol. */
export const httpAgent = ({ url, secret, ...options }: ExternalEndpoint & { allowLoopback?: boolean }): Agent => ({
  async notify(event, { requestId, signature }, signal) {
    const body = JSON.stringify(event)
    const now = new Date()
    const seconds = Math.floor(now.getTime() / 1000)
    const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const headers = {
      'merchant-signature': signature === 'body' ? sign(body) : `t=${seconds},v1=${sign(`${seconds}.${body}`)}`,
      'request-id': requestId,
      timestamp: now.toISOString(),
    }
    const { status } = await safePost(
      url,
      body,
      headers,
      { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...options },
      signal,
    )
    if (status < 200 || status > 299) throw new Error(`The agent responded with status ${status}.`)
  },
})

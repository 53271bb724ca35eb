import { createHmac } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { lazy } from '../kit/lazy.ts'
import { safePost } from './safe-post.ts'

/** A buyer is waiting. */
const TIMEOUT_MS = 3000
const MAX_BYTES = 65_536

export interface SignedEndpoint {
  url: string
  secret: string
  allowHttp: boolean
  /** For tests, whose servers run on the same machine. */
  allowLoopback?: boolean
  timeoutMs?: number
}

/** Sends a signed request to a server of the shop and accepts only a response that matches the schema. */
export function defineSignedRequest<ResponseSchema extends TSchema>(schema: ResponseSchema) {
  const validator = lazy(() => Compile(schema))
  return async (endpoint: SignedEndpoint, payload: object, signal: AbortSignal): Promise<Static<ResponseSchema>> => {
    const { url, secret, allowHttp, allowLoopback = false, timeoutMs = TIMEOUT_MS } = endpoint
    const body = JSON.stringify(payload)
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const options = { timeoutMs, maxBytes: MAX_BYTES, allowHttp, allowLoopback }
    const { status, body: text } = await safePost(
      url,
      body,
      { 'x-storedesk-signature': `sha256=${signature}` },
      options,
      signal,
    )
    if (status !== 200) throw new Error(`The response has status ${status} instead of 200.`)
    const response: unknown = JSON.parse(text)
    if (!validator().Check(response)) {
      const [first] = validator().Errors(response)
      throw new Error(`The response does not match the documented format: ${first?.instancePath} ${first?.message}.`)
    }
    return response
  }
}

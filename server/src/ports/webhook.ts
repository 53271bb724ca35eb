/** What the receiver of a webhook answered. */
export interface WebhookResponse {
  status: number
  /** The beginning of the body. */
  body: string
  /** The header, as it was sent. */
  retryAfter: string | undefined
}

/**
 * Sends webhooks to one URL, one at a time. Never call it inside a transaction: the other side may be slow, wrong or
 * down.
 */
export interface WebhookReceiver {
  /** Throws if there was no response; the message is for people. */
  post(body: string, headers: Record<string, string>, signal: AbortSignal): Promise<WebhookResponse>
  /** Closes the connection that is kept open between requests. */
  close(): void
}

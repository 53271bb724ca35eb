export interface EmailMessage {
  to: string
  subject: string
  text: string
  /** The same message for clients that show HTML. */
  html?: string
  /** Replaces the installation's own name; the address stays. */
  senderName?: string
}

/** Sends emails. Only jobs call it: it may be slow, fail and be retried. */
export interface Mail {
  /** There is no mail server: messages are printed for the operator, so they must not contain buyer data. */
  isLogOnly?: boolean
  send(message: EmailMessage): Promise<void>
}

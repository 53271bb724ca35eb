export interface EmailMessage {
  to: string | string[]
  cc?: string[]
  subject: string
  text: string
  /** The same message for clients that show HTML. */
  html?: string
  /** Replaces the installation's own name; the address stays. */
  senderName?: string
  /** Replaces the installation's sender altogether. */
  from?: EmailSender
  /** Where answers go, if not to the sender. */
  replyTo?: string
  /** Where bounces go (`Return-Path`), if not to the sender. */
  bounceTo?: string
  /** Without angle brackets, as everywhere. The same for each attempt, so that a client shows a repeated email once. */
  messageId?: string
  inReplyTo?: string
  /** Oldest first. */
  references?: string[]
  headers?: Record<string, string>
  attachments?: EmailAttachment[]
}

export interface EmailSender {
  name: string
  address: string
}

export interface EmailAttachment {
  name: string
  contentType: string
  content: Uint8Array
  /** Shown within the HTML, where `cid:` names it. */
  contentId?: string
}

export interface SentEmail {
  /** Recipients that the mail server refused, while it accepted others. */
  rejected: string[]
}

/** The mail server rejected the email permanently: another attempt would get the same response. */
export class EmailRejectedError extends Error {
  override name = 'EmailRejectedError'
}

/** Sends emails. Only jobs call it: it may be slow, fail and be retried. */
export interface Mail {
  /** There is no mail server: messages are printed for the operator, so they must not contain buyer data. */
  isLogOnly?: boolean
  /** A transport that reports nothing has sent it to all recipients. */
  send(message: EmailMessage): Promise<SentEmail | undefined>
}

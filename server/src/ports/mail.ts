export interface EmailMessage {
  to: string
  subject: string
  text: string
  /** The same for programs that show more than text. */
  html?: string
  /** In place of the installation's own name; the address stays. */
  senderName?: string
}

/** Whatever brings a message to a mailbox. Called by jobs only: it may take long, fail and be asked again. */
export interface Mail {
  /** There is no mail server: what is sent is printed for the operator, so nothing that is a buyer's may be. */
  isLogOnly?: boolean
  send(message: EmailMessage): Promise<void>
}

export interface Message {
  to: string
  subject: string
  text: string
}

/** Whatever brings a message to a mailbox. Called by jobs only: it may take long, fail and be asked again. */
export interface Mail {
  send(message: Message): Promise<void>
}

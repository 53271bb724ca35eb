import { EMAIL_KINDS, type EmailKind, type EmailSummary } from './emails.ts'

export const EMAIL_KIND_LABELS: Record<EmailKind, { name: string; about: string }> = {
  order_confirmation: {
    name: 'Order confirmation',
    about: 'Sent when an order is placed. Not sent for imported orders.',
  },
  order_shipped: { name: 'Shipping confirmation', about: 'Sent when items of an order are shipped.' },
  shipment_update: {
    name: 'Shipment update',
    about:
      'Sent when a connected carrier reports that a shipment is out for delivery, ready for pickup, delivered or delayed.',
  },
  order_refunded: { name: 'Order refund', about: 'Sent when an order is refunded.' },
  gift_card: {
    name: 'Gift card',
    about: "Sent when a purchased gift card is paid. It contains the code, so it can't be turned off.",
  },
  login_code: {
    name: 'Login code',
    about: "Sent when a customer signs in. It contains the code, so it can't be turned off.",
  },
  chat_code: {
    name: 'Chat verification code',
    about: "Sent when a customer asks about their orders in the chat. It contains the code, so it can't be turned off.",
  },
}

export const EMAIL_STATUS_LABELS: Record<EmailSummary['status'], string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Not sent',
}

export const parseEmailKind = (text: string): EmailKind | undefined => EMAIL_KINDS.find((kind) => kind === text)

/** Inserts a placeholder at the cursor; a table gets its own line. */
export function insertPlaceholder(
  text: string,
  { name, block }: { name: string; block: boolean },
  start: number,
  end: number,
): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const placeholder = `{{${name}}}`
  if (!block) return `${before}${placeholder}${after}`
  const above = before.trimEnd()
  const below = after.trimStart()
  return `${above}${above ? '\n\n' : ''}${placeholder}${below ? '\n\n' : ''}${below}`
}

import { EMAIL_KINDS, type EmailKind, type EmailStatus } from './emails.ts'

export const EMAIL_KIND_LABELS: Record<EmailKind, { name: string; about: string }> = {
  order_confirmation: { name: 'Order confirmation', about: 'When an order is placed. Imported orders are left out.' },
  order_shipped: { name: 'Order sent', about: 'When something of an order is on its way.' },
  order_refunded: { name: 'Order refunded', about: 'When money is given back.' },
  gift_card: {
    name: 'Gift card',
    about: 'When a gift card that was bought is paid. It is always written: it has the code.',
  },
}

export const EMAIL_STATUS_LABELS: Record<EmailStatus, string> = {
  queued: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Kept here',
}

export const parseEmailKind = (text: string): EmailKind | undefined => EMAIL_KINDS.find((kind) => kind === text)

/** Inserts a placeholder at the cursor; a table gets its own line. */
export function insertPlaceholder(
  text: string,
  { name, isBlock }: { name: string; isBlock: boolean },
  start: number,
  end: number,
): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const placeholder = `{{${name}}}`
  if (!isBlock) return `${before}${placeholder}${after}`
  const above = before.trimEnd()
  const below = after.trimStart()
  return `${above}${above ? '\n\n' : ''}${placeholder}${below ? '\n\n' : ''}${below}`
}

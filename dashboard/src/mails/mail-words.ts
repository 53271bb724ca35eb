import { MAIL_KINDS, type MailKind, type MailStatus } from './mails.ts'

export const KIND_WORDS: Record<MailKind, { name: string; about: string }> = {
  order_confirmation: { name: 'Order confirmation', about: 'When an order is placed. Imported orders are left out.' },
  order_shipped: { name: 'Order sent', about: 'When something of an order is on its way.' },
  order_refunded: { name: 'Order refunded', about: 'When money is given back.' },
  gift_card: {
    name: 'Gift card',
    about: 'When a gift card that was bought is paid. It is always written: it has the code.',
  },
}

export const STATUS_WORDS: Record<MailStatus, string> = {
  queued: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Kept here',
}

export const kindOf = (asked: string): MailKind | undefined => MAIL_KINDS.find((kind) => kind === asked)

/** Puts a placeholder where the cursor is; a table gets a line of its own. */
export function withPlaceholder(
  text: string,
  { name, isBlock }: { name: string; isBlock: boolean },
  start: number,
  end: number,
): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const words = `{{${name}}}`
  if (!isBlock) return `${before}${words}${after}`
  const above = before.trimEnd()
  const below = after.trimStart()
  return `${above}${above ? '\n\n' : ''}${words}${below ? '\n\n' : ''}${below}`
}

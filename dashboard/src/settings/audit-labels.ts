import { formatDateTime } from '../ui/time.tsx'

const ACTION_LABELS: Record<string, string> = {
  'workspace.opened': 'opened the workspace',
  'key.created': 'created the key',
  'key.revoked': 'revoked the key',
  'sign-in': 'signed in as',
  'sign-in.locked-out': 'locked out after too many wrong passwords:',
  'sign-out.everywhere': 'signed out everywhere as',
  'password.reset': 'reset the password by email for',
  'password.changed': 'changed the password of',
  'email.verified': 'verified the email address',
  'two-factor.on': 'turned on two-factor authentication for',
  'two-factor.off': 'turned off two-factor authentication for',
  'member.added': 'added the member',
  'member.removed': 'removed the member',
  'member.role-changed': 'changed the role of',
  'sandbox.reset': 'reset the',
  'invitation.made': 'invited',
  'invitation.revoked': 'revoked the invitation for',
  'invitation.accepted': 'accepted the invitation for',
  'gift_card.issued': 'issued the gift card',
  'gift_card.credited': 'added money to the gift card',
  'gift_card.expiry_changed': 'changed the expiry of the gift card',
  'gift_card_product.saved': 'saved the gift card product',
  'gift_card_order.drafted': 'put gift cards into the draft order',
  'gift_card_order.exchanged': 'exchanged items for gift cards in order',
  'gift_card_order.paid': 'recorded an external payment for gift cards in order',
  'gift_card_order.email_changed': 'changed the email address for gift cards of order',
  'loyalty_points.adjusted': 'adjusted the loyalty points of',
  'loyalty_program.changed': 'changed the loyalty program',
}

const DETAIL_LABELS: Record<string, string> = { mode: 'environment', hint: 'key', lastUsedAt: 'last used' }
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** An action without a label is shown by its name rather than hidden. */
export const formatAuditAction = (action: string) => ACTION_LABELS[action] ?? action

export function formatAuditDetails(details: Record<string, unknown>): string {
  const present = Object.entries(details).filter(([, value]) => value !== null && value !== undefined)
  return present.map(([name, value]) => `${DETAIL_LABELS[name] ?? name}: ${formatValue(value)}`).join(', ')
}

function formatValue(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return TIMESTAMP.test(text) ? formatDateTime(text) : text
}

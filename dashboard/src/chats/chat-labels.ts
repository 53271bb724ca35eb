import type { LabelColor } from '../ui/label.tsx'
import type { ChatMessage, ChatQuestion, ChatStatus, ChatSummary } from './chats.ts'

export const OWNER_LABELS: Record<ChatSummary['owner'], string> = { assistant: 'Assistant', person: 'Your team' }
export const STATUS_LABELS: Record<ChatSummary['status'], string> = { open: 'Open', closed: 'Closed' }
export const CHANNEL_LABELS: Record<ChatSummary['channel'], string> = {
  widget: 'Widget',
  api: 'API',
  openai: 'OpenAI client',
  dashboard: 'Playground',
}

interface Display {
  label: string
  color: LabelColor
}

export const ANSWER_STATUSES: Record<ChatStatus, Display> = {
  answered: { label: 'Answered', color: 'green' },
  clarification_required: { label: 'Asked back', color: 'indigo' },
  unknown: { label: 'No answer', color: 'orange' },
  verification_required: { label: 'Asked for proof of identity', color: 'indigo' },
  handed_over: { label: 'Handed over', color: 'grape' },
  refused: { label: 'Refused', color: 'red' },
  stopped: { label: 'Stopped', color: 'gray' },
}

export const QUESTION_STATUS_LABELS: Record<ChatQuestion['status'], string> = {
  unknown: ANSWER_STATUSES.unknown.label,
  clarification_required: ANSWER_STATUSES.clarification_required.label,
  handed_over: ANSWER_STATUSES.handed_over.label,
}

/** What still needs attention; undefined if nothing does. */
export function attentionOf({ owner, status, lastMessage, lastStatus, answering }: ChatSummary): Display | undefined {
  if (answering) return { label: 'Answering…', color: 'teal' }
  if (status === 'closed') return undefined
  if (owner === 'person') {
    return lastMessage.role === 'customer' ? { label: 'Waiting for a reply', color: 'orange' } : undefined
  }
  return lastStatus === 'unknown' ? ANSWER_STATUSES.unknown : undefined
}

export const chatName = ({
  customerName,
  verifiedEmail,
  channel,
}: Pick<ChatSummary, 'verifiedEmail' | 'channel'> & { customerName?: string | null | undefined }): string =>
  customerName || verifiedEmail || (channel === 'dashboard' ? 'Playground' : 'Visitor')

const SPEAKERS: Record<ChatMessage['role'], string> = {
  customer: 'Customer',
  assistant: 'Assistant',
  agent: 'Your team',
}

export const speakerOf = ({ role, authorName }: Pick<ChatMessage, 'role' | 'authorName'>): string =>
  authorName ?? SPEAKERS[role]

const TOOL_LABELS: Record<string, string> = {
  search_catalog: 'Search products',
  get_product: 'Get a product',
  create_cart: 'Create a cart',
  get_cart: 'Show the cart',
  update_cart: 'Change the cart',
  get_shipping_rates: 'Get shipping rates',
  search_shop_policies_and_faqs: 'Search policies and articles',
  check_discount_code: 'Check a discount code',
  get_gift_card_balance: 'Get a gift card balance',
  get_loyalty_balance: 'Get points and store credit',
  get_order: 'Get an order',
  list_orders: 'List orders',
  cancel_order: 'Cancel an order',
  start_return: 'Start a return',
  send_verification_code: 'Send a verification code',
  check_verification_code: 'Check a verification code',
  hand_over: 'Hand over to a person',
}

/** Tools that a newer server has are shown by their own name. */
export const toolLabel = (name: string): string => TOOL_LABELS[name] ?? name

/** Hours after the first message, who wrote, and what. Staff are named; the customer is not. */
type DemoMessage = [hours: number, author: 'customer' | 'Mara' | 'Jonas', text: string, isNote?: 'note']

export interface DemoTicket {
  name: string
  email: string
  subject: string
  daysAgo: number
  channel: 'email' | 'contact_form' | 'chat' | 'phone'
  status: 'Open' | 'Waiting for customer' | 'On hold' | 'Resolved'
  priority?: 'low' | 'high' | 'urgent'
  tags: string[]
  /** Number of the order. */
  order?: number
  team?: 'Support' | 'Returns'
  snoozedDays?: number
  /** From 1 to 5, and what the customer wrote about it. */
  rating?: [score: number, comment?: string]
  messages: DemoMessage[]
}

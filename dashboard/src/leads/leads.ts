import type { ListItem } from '../api.ts'
import type { StatusDisplay } from '../orders/order-labels.ts'
import { resource, useReadList, useWrite } from '../resource.ts'

export type Lead = ListItem<'/v1/leads'>
export type LeadSubmission = ListItem<'/v1/leads/{id}/submissions'>

/** New leads arrive at any time. */
const LIVE = { staleTime: 0 }

export const leads = resource('/v1/leads', LIVE)

export const useSubmissions = (id: string) =>
  useReadList('/v1/leads/{id}/submissions', { params: { id }, query: { limit: 20 } }, LIVE)

export const useConvertLead = (id: string) => useWrite('post', '/v1/leads/{id}/conversion', { id })

export const LEAD_STATUSES: Record<Lead['status'], StatusDisplay> = {
  new: { label: 'New', color: 'blue' },
  contacted: { label: 'Contacted', color: 'cyan' },
  qualified: { label: 'Qualified', color: 'grape' },
  converted: { label: 'Converted', color: 'green' },
  lost: { label: 'Lost', color: 'gray.5' },
  spam: { label: 'Spam', color: 'red' },
}

export const STATUS_LABELS: Record<Lead['status'], string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  converted: 'Converted',
  lost: 'Lost',
  spam: 'Spam',
}

/** What staff may choose from each status. The server decides. */
export const NEXT_STATUSES: Record<Lead['status'], readonly Lead['status'][]> = {
  new: ['new', 'contacted', 'qualified', 'lost', 'spam'],
  contacted: ['new', 'contacted', 'qualified', 'lost', 'spam'],
  qualified: ['new', 'contacted', 'qualified', 'lost', 'spam'],
  lost: ['new', 'contacted', 'qualified', 'lost', 'spam'],
  converted: ['new', 'contacted', 'qualified', 'converted', 'lost'],
  spam: ['new', 'spam'],
}

export const SCORE_LABELS: Record<Lead['scoreReasons'][number]['code'], string> = {
  products: 'Named products',
  phone: 'Left a phone number',
  email: 'Left an email',
  company: 'Named a company',
  business_email: 'Company email address',
  message: 'Wrote a message',
  wrote_again: 'Wrote more than once',
  name: 'Left a name',
  paid_click: 'Came from a paid ad',
  consent: 'Agreed to marketing',
}

export const SPAM_LABELS: Record<Lead['spamReasons'][number], string> = {
  honeypot: 'filled in a hidden field',
  too_fast: 'filled in the form in under 2 seconds',
  disposable_email: 'uses a disposable mailbox',
  links: 'contains many links',
  marked_by_staff: 'marked by your staff',
}

export const displayName = ({
  name,
  company,
  email,
  phone,
}: Pick<Lead, 'name' | 'company' | 'email' | 'phone'>): string => name ?? company ?? email ?? phone ?? 'Unnamed lead'

import type { ListItem, RequestBody } from '../api.ts'
import { resource, useWrite } from '../resource.ts'

export type Mailbox = ListItem<'/v1/mailboxes'>
export type NewMailbox = RequestBody<'/v1/mailboxes', 'post'>
export type Provider = Mailbox['provider']

export const mailboxes = resource('/v1/mailboxes')

export const useReplaceInboundUrl = (id: string) => useWrite('post', '/v1/mailboxes/{id}/inbound-url', { id })

export const PROVIDER_LABELS: Record<Provider, string> = {
  smtp: 'SMTP',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
}

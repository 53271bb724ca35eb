import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { resource, usePreview, useWrite } from '../resource.ts'

export type EmailTemplate = ListItem<'/v1/email-templates'>
export type TemplateInput = Required<RequestBody<'/v1/email-templates/{kind}', 'put'>>
export type Placeholder = EmailTemplate['placeholders'][number]
export type EmailKind = EmailTemplate['kind']
export type EmailSummary = ListItem<'/v1/emails'>
/** The body is deleted after a while. */
export type Email = ResponseBody<'/v1/emails/{id}'>
export type RenderedEmail = ResponseBody<'/v1/email-templates/{kind}/preview', 'post'>

export const EMAIL_KINDS: EmailKind[] = [
  'order_confirmation',
  'order_shipped',
  'shipment_update',
  'order_refunded',
  'gift_card',
  'login_code',
  'chat_code',
]

export const emailTemplates = resource('/v1/email-templates')

/** Emails are created and sent in the background. */
export const emails = resource('/v1/emails', { staleTime: 0 })

const POLL_MS = 3000

/** Polls while the email is queued. */
export const useEmail = (id: string) =>
  emails.useOne(id, { refetchInterval: ({ state }) => (state.data?.status === 'queued' ? POLL_MS : false) })

export const useResendEmail = (id: string) => useWrite('post', '/v1/emails/{id}/deliveries', { id })

/** Rendered by the server: exactly what a buyer would receive. */
export const useTemplatePreview = (kind: EmailKind, { subject, body }: Pick<TemplateInput, 'subject' | 'body'>) =>
  usePreview(
    '/v1/email-templates/{kind}/preview',
    { params: { kind }, body: { subject, body } },
    {
      enabled: subject.trim() !== '' && body.trim() !== '',
      keepPrevious: true,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    },
  )

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'

export const MAIL_KINDS = ['order_confirmation', 'order_shipped', 'order_refunded', 'gift_card'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export type MailStatus = 'queued' | 'sent' | 'failed' | 'suppressed'

export interface Placeholder {
  name: string
  description: string
  isBlock: boolean
}

export interface TemplateText {
  subject: string
  body: string
  enabled: boolean
}

export interface MailTemplate extends TemplateText {
  kind: MailKind
  isDefault: boolean
  version: number
  updatedAt: string | null
  placeholders: Placeholder[]
}

export interface MailSummary {
  id: string
  kind: MailKind
  orderId: string
  to: string
  subject: string
  status: MailStatus
  attempts: number
  error: string | null
  createdAt: string
  sentAt: string | null
}

/** What it says is not kept for ever. */
export interface Mail extends MailSummary {
  text: string | null
  html: string | null
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

export interface MailFilter {
  kind: '' | MailKind
  status: '' | MailStatus
}

const TEMPLATES = '/v1/mail-templates'
const MAILS = '/v1/mails'
const templatesOf = (environmentId: string) => ['mail-templates', environmentId]
const mailsOf = (environmentId: string) => ['mails', environmentId]

export function useMailTemplates() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: templatesOf(environmentId),
    queryFn: async ({ signal }) => (await api<{ data: MailTemplate[] }>(TEMPLATES, { environmentId, signal })).data,
  })
}

export function useSaveTemplate({ kind, version }: MailTemplate) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TemplateText) =>
      api<MailTemplate>(`${TEMPLATES}/${kind}`, { method: 'PUT', body, environmentId, ifMatch: version }),
    onSuccess: (saved) =>
      queryClient.setQueryData<MailTemplate[]>(templatesOf(environmentId), (known = []) =>
        known.map((template) => (template.kind === kind ? saved : template)),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: templatesOf(environmentId) }),
  })
}

export function useResetTemplate({ kind, version }: MailTemplate) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${TEMPLATES}/${kind}`, { method: 'DELETE', environmentId, ifMatch: version }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: templatesOf(environmentId) }),
  })
}

/** The server's own rendering: what a buyer would get, and no other idea of it. */
export function useMailPreview(kind: MailKind, { subject, body }: Pick<TemplateText, 'subject' | 'body'>) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: ['mail-preview', environmentId, kind, subject, body],
    queryFn: ({ signal }) =>
      api<RenderedMail>(`${TEMPLATES}/${kind}/preview`, {
        method: 'POST',
        body: { subject, body },
        environmentId,
        signal,
      }),
    enabled: subject.trim() !== '' && body.trim() !== '',
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function useMails({ kind, status }: MailFilter) {
  const { environmentId } = useDesk()
  const filter = { ...(kind && { kind }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...mailsOf(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<{ data: MailSummary[]; nextCursor: string | null }>(`${MAILS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // Mails are written and sent by themselves.
    staleTime: 0,
  })
}

export function useMail(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...mailsOf(environmentId), 'one', id],
    queryFn: ({ signal }) => api<Mail>(`${MAILS}/${id}`, { environmentId, signal }),
    // Looked at again while it is on its way.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 3000 : false),
    staleTime: 0,
  })
}

export function useDeliverMail(id: string) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api<Mail>(`${MAILS}/${id}/deliveries`, { method: 'POST', environmentId }),
    onSuccess: (mail) => queryClient.setQueryData([...mailsOf(environmentId), 'one', id], mail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsOf(environmentId) }),
  })
}
